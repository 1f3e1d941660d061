import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.beam.model.jobmanagement.v1.JobApi;
import org.apache.beam.model.jobmanagement.v1.JobServiceGrpc;
import org.apache.beam.model.pipeline.v1.RunnerApi;
import org.apache.beam.runners.fnexecution.artifact.ArtifactStagingService;
import org.apache.beam.runners.fnexecution.provisioning.JobInfo;
import org.apache.beam.sdk.fn.server.FnService;
import org.apache.beam.sdk.fn.server.GrpcFnServer;
import org.apache.beam.sdk.fn.server.ServerFactory;
import org.apache.beam.vendor.grpc.v1p69p0.com.google.protobuf.Struct;
import org.apache.beam.vendor.grpc.v1p69p0.com.google.protobuf.Value;
import org.apache.beam.vendor.grpc.v1p69p0.io.grpc.stub.StreamObserver;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * A job service as of Beam's job servers: it takes pipelines of any SDK, and runs each as a
 * batch job on a Flink cluster. Arguments: the REST port of the cluster on this computer, and a
 * folder for the programs of workers that all task managers can read. The first line of output
 * is the address of the service.
 */
final class JobServer extends JobServiceGrpc.JobServiceImplBase implements FnService {
  private record Prepared(RunnerApi.Pipeline pipeline, Struct options, String name) {}

  private final int cluster;
  private final GrpcFnServer<ArtifactStagingService> staging;
  private final Map<String, Prepared> prepared = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Void>> jobs = new ConcurrentHashMap<>();

  private JobServer(int cluster, String folder) throws IOException {
    this.cluster = cluster;
    var provider = ArtifactStagingService.beamFilesystemArtifactDestinationProvider(folder);
    staging =
        GrpcFnServer.allocatePortAndCreateFor(
            new ArtifactStagingService(provider), ServerFactory.createDefault());
  }

  public static void main(String[] args) throws Exception {
    var service = new JobServer(Integer.parseInt(args[0]), args[1]);
    var server = GrpcFnServer.allocatePortAndCreateFor(service, ServerFactory.createDefault());
    System.out.println(server.getApiServiceDescriptor().getUrl());
    server.getServer().awaitTermination();
  }

  @Override
  public void close() {}

  @Override
  public void prepare(
      JobApi.PrepareJobRequest request, StreamObserver<JobApi.PrepareJobResponse> answer) {
    var id = UUID.randomUUID().toString();
    var pipeline = request.getPipeline();
    // Workers wait this long for the next stage of their job.
    var idle = Value.newBuilder().setStringValue("60000").build();
    var options =
        request.getPipelineOptions().toBuilder()
            .putFields("beam:option:environment_cache_millis:v1", idle)
            .build();
    prepared.put(id, new Prepared(pipeline, options, request.getJobName()));
    Map<String, List<RunnerApi.ArtifactInformation>> artifacts = new ConcurrentHashMap<>();
    pipeline
        .getComponents()
        .getEnvironmentsMap()
        .forEach((name, environment) -> artifacts.put(name, environment.getDependenciesList()));
    staging.getService().registerJob(id, artifacts);
    send(
        answer,
        JobApi.PrepareJobResponse.newBuilder()
            .setPreparationId(id)
            .setStagingSessionToken(id)
            .setArtifactStagingEndpoint(staging.getApiServiceDescriptor())
            .build());
  }

  @Override
  public void run(JobApi.RunJobRequest request, StreamObserver<JobApi.RunJobResponse> answer) {
    var id = request.getPreparationId();
    var job = prepared.remove(id);
    var pipeline = job.pipeline().toBuilder();
    staging
        .getService()
        .getStagedArtifacts(id)
        .forEach(
            (name, artifacts) -> {
              var environment = pipeline.getComponents().getEnvironmentsOrThrow(name).toBuilder();
              environment.clearDependencies().addAllDependencies(artifacts);
              pipeline.getComponentsBuilder().putEnvironments(name, environment.build());
            });
    var info = JobInfo.create(id, job.name(), id, job.options());
    var translator = new Translator(info, pipeline.build(), cluster);
    jobs.put(id, CompletableFuture.runAsync(ThrowingRunnable.unchecked(translator::execute)));
    send(answer, JobApi.RunJobResponse.newBuilder().setJobId(id).build());
  }

  @Override
  public void getMessageStream(
      JobApi.JobMessagesRequest request, StreamObserver<JobApi.JobMessagesResponse> answer) {
    jobs.get(request.getJobId())
        .whenComplete(
            (done, failure) -> {
              var state = JobApi.JobState.Enum.DONE;
              if (failure != null) {
                state = JobApi.JobState.Enum.FAILED;
                var message =
                    JobApi.JobMessage.newBuilder()
                        .setMessageText(ExceptionUtils.stringifyException(failure))
                        .setImportance(JobApi.JobMessage.MessageImportance.JOB_MESSAGE_ERROR);
                answer.onNext(
                    JobApi.JobMessagesResponse.newBuilder().setMessageResponse(message).build());
              }
              var event = JobApi.JobStateEvent.newBuilder().setState(state);
              send(answer, JobApi.JobMessagesResponse.newBuilder().setStateResponse(event).build());
            });
  }

  @Override
  public void getJobMetrics(
      JobApi.GetJobMetricsRequest request, StreamObserver<JobApi.GetJobMetricsResponse> answer) {
    var none = JobApi.MetricResults.getDefaultInstance();
    send(answer, JobApi.GetJobMetricsResponse.newBuilder().setMetrics(none).build());
  }

  private static <T> void send(StreamObserver<T> answer, T message) {
    answer.onNext(message);
    answer.onCompleted();
  }
}
