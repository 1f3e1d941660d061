import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.JSON;

/**
 * Uses a client of openapi-generator with the values and calls that judges/samples writes.
 *
 * <p>Arguments: the folder with its document and its classes, the file of values, the URL of a
 * service, and the methods that must fail. Each valid value is decoded and encoded again, and must be the same JSON,
 * except for the defaults that the client adds. Each method is called, and its response decoded.
 */
public final class Clients {
  private static final String PACKAGE = "org.openapitools.client.";

  private final ObjectMapper mapper = new JSON().getMapper();
  private final JsonNode schemas;
  private final Map<String, Class<?>> models = new HashMap<>();
  private final Map<String, Method> methods = new HashMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    Clients clients = new Clients(Path.of(arguments[0]));
    ApiClient service = new ApiClient();
    service.updateBaseUri(arguments[2]);
    List<String> failing = Arrays.asList(arguments).subList(3, arguments.length);
    try (Stream<String> lines = Files.lines(Path.of(arguments[1]))) {
      for (String line : (Iterable<String>) lines::iterator) {
        JsonNode node = new ObjectMapper().readTree(line);
        if (node.has("schema")) {
          clients.value(node);
        } else {
          clients.method(node, service, failing);
        }
      }
    }
    clients.problems.stream().limit(20).forEach(System.err::println);
    List<String> said = new ArrayList<>();
    clients.counts.forEach((what, count) -> said.add(count + " " + what));
    System.out.println(String.join(", ", said));
    if (!clients.problems.isEmpty() || !clients.counts.containsKey("invalid values refused")) {
      System.err.println(clients.problems.size() + " problems");
      System.exit(1);
    }
  }

  private Clients(Path project) throws Exception {
    schemas = new ObjectMapper().readTree(project.resolve("openapi.json").toFile()).at("/components/schemas");
    Path classes = project.resolve("classes/org/openapitools/client");
    for (File file : classes.resolve("model").toFile().listFiles()) {
      String name = file.getName().replace(".class", "");
      models.put(plain(name), Class.forName(PACKAGE + "model." + name));
    }
    for (File file : classes.resolve("api").toFile().listFiles()) {
      for (Method method : Class.forName(PACKAGE + "api." + file.getName().replace(".class", "")).getMethods()) {
        if (Arrays.stream(method.getParameterTypes()).noneMatch(type -> type == Map.class)) {
          methods.put(plain(method.getName()), method);
        }
      }
    }
  }

  /** Returns the part of a name that generators keep. */
  private static String plain(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase();
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private void value(JsonNode line) {
    String name = line.get("schema").asText();
    boolean valid = line.get("valid").asBoolean();
    try {
      JsonNode value = line.get("value");
      Class<?> model = models.get(plain(name));
      if (model == null && schemas.has(name) && schemas.get(name).path("properties").isEmpty()) {
        model = Object.class; // what the generator uses for an object without fields
      }
      if (model == null) {
        throw new IllegalStateException("no class");
      }
      JsonNode again = mapper.readTree(mapper.writeValueAsString(mapper.treeToValue(value, model)));
      if (!valid) {
        count("invalid values accepted");
      } else if (again.equals(value)) {
        count("valid values, unchanged");
      } else if (again.equals(merged(again, value))) {
        count("valid values, with defaults added");
      } else {
        throw new IllegalStateException("the value changes to " + again);
      }
    } catch (Exception error) {
      if (valid) {
        problems.add(shortened(name + ": " + error) + "\n  " + shortened(line.toString()));
      } else {
        count("invalid values refused");
      }
    }
  }

  /** Returns the first value with what is different in the second one. */
  private static JsonNode merged(JsonNode value, JsonNode other) {
    if (value instanceof ObjectNode && other instanceof ObjectNode) {
      ObjectNode all = ((ObjectNode) value).deepCopy();
      other.properties().forEach(p -> all.set(p.getKey(), all.has(p.getKey()) ? merged(all.get(p.getKey()), p.getValue()) : p.getValue()));
      return all;
    }
    return value.isArray() && other.isArray() && value.size() == other.size() ? mergedLists(value, other) : other;
  }

  private static JsonNode mergedLists(JsonNode value, JsonNode other) {
    var list = new ObjectMapper().createArrayNode();
    for (int i = 0; i < value.size(); i++) {
      list.add(merged(value.get(i), other.get(i)));
    }
    return list;
  }

  private void method(JsonNode line, ApiClient service, List<String> failing) {
    String name = line.get("method").asText();
    try {
      Method method = methods.get(plain(name));
      if (method == null) {
        throw new IllegalStateException("no method");
      }
      List<Object> arguments = new ArrayList<>();
      for (Parameter parameter : method.getParameters()) {
        arguments.add(argument(line, parameter));
      }
      Object api = method.getDeclaringClass().getConstructor(ApiClient.class).newInstance(service);
      Object response = method.invoke(api, arguments.toArray());
      if (response == null && method.getReturnType() != void.class) {
        throw new IllegalStateException("no response");
      }
      count("methods called");
      if (failing.contains(name)) {
        problems.add(name + " does not fail");
      }
    } catch (Exception error) {
      if (failing.contains(name)) {
        count("methods failed as expected");
        return;
      }
      Throwable cause = error instanceof InvocationTargetException ? error.getCause() : error;
      problems.add(shortened(name + ": " + cause) + "\n  " + shortened(line.toString()));
    }
  }

  /** Returns the argument for a parameter of a method: null where the call has none. */
  private Object argument(JsonNode line, Parameter parameter) throws Exception {
    if (parameter.getType() == File.class) {
      File file = File.createTempFile("body", ".bin");
      file.deleteOnExit();
      Files.write(file.toPath(), new byte[] {(byte) 0x89, 'P', 'N', 'G'});
      return file;
    }
    for (Map.Entry<String, JsonNode> property : line.get("params").properties()) {
      if (plain(property.getKey()).equals(plain(parameter.getName()))) {
        return mapper.convertValue(property.getValue(), mapper.constructType(parameter.getParameterizedType()));
      }
    }
    if (parameter.getType().getPackageName().equals(PACKAGE + "model") && line.has("input")) {
      return mapper.treeToValue(line.get("input"), parameter.getType());
    }
    return null;
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(text.length(), 400));
  }
}
