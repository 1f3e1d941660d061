import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import org.apache.beam.model.pipeline.v1.RunnerApi;
import org.apache.beam.runners.fnexecution.control.BundleProgressHandler;
import org.apache.beam.runners.fnexecution.control.DefaultExecutableStageContext;
import org.apache.beam.runners.fnexecution.control.ExecutableStageContext;
import org.apache.beam.runners.fnexecution.control.OutputReceiverFactory;
import org.apache.beam.runners.fnexecution.control.ReferenceCountingExecutableStageContextFactory;
import org.apache.beam.runners.fnexecution.control.StageBundleFactory;
import org.apache.beam.runners.fnexecution.provisioning.JobInfo;
import org.apache.beam.runners.fnexecution.state.StateRequestHandler;
import org.apache.beam.runners.fnexecution.state.StateRequestHandlers;
import org.apache.beam.runners.fnexecution.translation.BatchSideInputHandlerFactory;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.fn.data.FnDataReceiver;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.util.construction.graph.ExecutableStage;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.flink.util.OutputTag;

/**
 * Runs a stage of a pipeline in a worker: a process of the SDK, which all stages of a job in a
 * task manager share. Each element is a bundle of its own.
 */
final class Worker implements Serializable, AutoCloseable {
  private static final ExecutableStageContext.Factory CONTEXTS =
      ReferenceCountingExecutableStageContextFactory.create(
          DefaultExecutableStageContext::create, factory -> false);

  private final JobInfo job;
  private final byte[] payload;
  private final Map<String, Coder<WindowedValue<Object>>> coders;

  private transient ExecutableStage stage;
  private transient ExecutableStageContext context;
  private transient StageBundleFactory bundles;
  private transient Map<String, List<Object>> sides;

  /** The coders are those of the collections of the stage. */
  Worker(JobInfo job, byte[] payload, Map<String, Coder<WindowedValue<Object>>> coders) {
    this.job = job;
    this.payload = payload;
    this.coders = coders;
  }

  /** Returns the name that Flink has for a collection. */
  static OutputTag<byte[]> tag(String collection) {
    return new OutputTag<>(collection, Translator.BYTES);
  }

  void open() throws Exception {
    stage = ExecutableStage.fromPayload(RunnerApi.ExecutableStagePayload.parseFrom(payload));
    context = CONTEXTS.get(job);
    bundles = context.getStageBundleFactory(stage);
    sides = new HashMap<>();
  }

  /** Adds an element of a side input, before the first call of process. */
  void side(String collection, byte[] element) throws Exception {
    sides.computeIfAbsent(collection, id -> new ArrayList<>()).add(decode(collection, element));
  }

  /** Processes an element of the main input. */
  void process(byte[] element, BiConsumer<OutputTag<byte[]>, byte[]> output) throws Exception {
    // The worker sends on threads of its own, but Flink wants to receive on this one.
    Queue<Runnable> outputs = new ConcurrentLinkedQueue<>();
    var receivers =
        new OutputReceiverFactory() {
          @Override
          public <T> FnDataReceiver<T> create(String collection) {
            return value -> {
              @SuppressWarnings("unchecked")
              var windowed = (WindowedValue<Object>) value;
              var bytes = CoderUtils.encodeToByteArray(coders.get(collection), windowed);
              outputs.add(() -> output.accept(tag(collection), bytes));
            };
          }
        };
    var input = stage.getInputPCollection().getId();
    try (var bundle = bundles.getBundle(receivers, state(), BundleProgressHandler.ignored())) {
      @SuppressWarnings("unchecked")
      FnDataReceiver<Object> receiver = bundle.getInputReceivers().values().iterator().next();
      receiver.accept(decode(input, element));
    }
    outputs.forEach(Runnable::run);
  }

  private StateRequestHandler state() {
    if (stage.getSideInputs().isEmpty()) {
      return StateRequestHandler.unsupported();
    }
    var getter =
        new BatchSideInputHandlerFactory.SideInputGetter() {
          @Override
          @SuppressWarnings("unchecked")
          public <T> List<T> getSideInput(String collection) {
            return (List<T>) sides.getOrDefault(collection, List.of());
          }
        };
    return StateRequestHandlers.forSideInputHandlerFactory(
        bundles.getProcessBundleDescriptor().getSideInputSpecs(),
        BatchSideInputHandlerFactory.forStage(stage, getter));
  }

  private WindowedValue<Object> decode(String collection, byte[] element) throws Exception {
    return CoderUtils.decodeFromByteArray(coders.get(collection), element);
  }

  @Override
  public void close() throws Exception {
    try (var closed = context) {
      if (bundles != null) {
        bundles.close();
      }
    }
  }
}
