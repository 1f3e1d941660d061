import java.io.File
import org.openapitools.client.ApiClient
import org.openapitools.client.ApiException
import org.openapitools.client.api.ComExampleStudioApi
import org.openapitools.client.model.ComExampleStudioDefsPlaceTyped
import org.openapitools.client.model.ComExampleStudioDefsTreeTyped
import org.openapitools.client.model.ComExampleStudioPicture
import org.openapitools.client.model.ComExampleStudioPutPictureInput
import org.openapitools.client.model.ComExampleStudioPutPictureInputPicture

/** Calls the methods of judges/testdata/clients with the client in Java: the argument is the URL of a service. */
fun main(arguments: Array<String>) {
    val api = ComExampleStudioApi(ApiClient().apply { updateBaseUri(arguments[0]) })
    val pictures = (1L..50L).flatMap {
        api.comExampleStudioListPictures("alice.example.com", listOf("sea"), null, it, "asc", null, false, null).pictures
    }
    val parents = pictures.mapNotNull { it.tree?.parent?.actualInstance }.groupingBy {
        when (it) {
            is ComExampleStudioDefsTreeTyped -> "trees"
            is ComExampleStudioDefsPlaceTyped -> "places"
            else -> error("a variant that the union does not list: $it")
        }
    }.eachCount()
    check(parents.size == 2) { "not every variant: $parents" }

    val place = ComExampleStudioDefsPlaceTyped().room("hall").`$type`(ComExampleStudioDefsPlaceTyped.TypeEnum.COM_EXAMPLE_STUDIO_DEFS_PLACE)
    for (hung in listOf<Any>(place, pictures.first { it is ComExampleStudioPicture })) {
        val what = ComExampleStudioPutPictureInputPicture().apply { actualInstance = hung }
        check(api.comExampleStudioPutPicture(true, ComExampleStudioPutPictureInput().picture(what)).uri.startsWith("at://"))
    }
    check(api.comExampleStudioGetPicture("at://alice.example.com").names.orEmpty().all { it.isNotEmpty() })
    check(api.comExampleStudioUploadFile(File.createTempFile("body", ".bin").apply { deleteOnExit(); writeBytes(byteArrayOf(1)) }).file.size >= 0)
    api.comExampleStudioPing()
    try {
        api.comExampleStudioListPictures("not an account", listOf("sea"), null, 1, null, null, null, null)
        error("an invalid parameter is accepted")
    } catch (refused: ApiException) {
        check(refused.code == 400) { "status ${refused.code}" }
    }
    println("${pictures.size} pictures, whose parents are ${parents.toSortedMap()}; 5 methods")
}
