import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.beam.model.pipeline.v1.RunnerApi;
import org.apache.beam.runners.fnexecution.provisioning.JobInfo;
import org.apache.beam.runners.fnexecution.translation.PipelineTranslatorUtils;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.util.construction.PTransformTranslation;
import org.apache.beam.sdk.util.construction.graph.ExecutableStage;
import org.apache.beam.sdk.util.construction.graph.GreedyPipelineFuser;
import org.apache.beam.sdk.util.construction.graph.PipelineNode.PCollectionNode;
import org.apache.beam.sdk.util.construction.graph.QueryablePipeline;
import org.apache.beam.sdk.util.construction.graph.SideInputReference;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.beam.sdk.values.WindowedValues;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;

/**
 * Translates a batch pipeline without windows, state, and timers to a Flink job. A collection is
 * a stream of its encoded elements.
 */
final class Translator {
  static final TypeInformation<byte[]> BYTES =
      PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;

  private final JobInfo job;
  private final RunnerApi.Pipeline pipeline;
  private final RunnerApi.Components components;
  private final StreamExecutionEnvironment environment;
  private final Map<String, DataStream<byte[]>> streams = new HashMap<>();

  /** The cluster is on this computer, and has this REST port. The job says its parallelism. */
  Translator(JobInfo job, RunnerApi.Pipeline pipeline, int cluster) {
    this.job = job;
    this.pipeline = GreedyPipelineFuser.fuse(pipeline).toPipeline();
    components = this.pipeline.getComponents();
    environment = StreamExecutionEnvironment.createRemoteEnvironment("localhost", cluster);
    environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
    var parallelism = job.pipelineOptions().getFieldsMap().get("beam:option:parallelism:v1");
    environment.setParallelism((int) parallelism.getNumberValue());
  }

  /** Runs the job until it ends. */
  void execute() throws Exception {
    var graph = QueryablePipeline.forTransforms(pipeline.getRootTransformIdsList(), components);
    for (var node : graph.getTopologicallyOrderedTransforms()) {
      translate(node.getTransform());
    }
    environment.execute(job.jobName());
  }

  private void translate(RunnerApi.PTransform transform) throws Exception {
    var urn = transform.getSpec().getUrn();
    if (urn.equals(ExecutableStage.URN)) {
      var payload = RunnerApi.ExecutableStagePayload.parseFrom(transform.getSpec().getPayload());
      stage(payload);
      return;
    }
    var inputs = List.copyOf(transform.getInputsMap().values());
    var output = transform.getOutputsMap().values().iterator().next();
    if (urn.equals(PTransformTranslation.IMPULSE_TRANSFORM_URN)) {
      var element = WindowedValues.valueInGlobalWindow(new byte[0]);
      var bytes = CoderUtils.encodeToByteArray(this.<byte[]>coder(output), element);
      streams.put(output, environment.fromData(List.of(bytes), BYTES));
    } else if (urn.equals(PTransformTranslation.FLATTEN_TRANSFORM_URN)) {
      streams.put(output, inputs.stream().map(streams::get).reduce(DataStream::union).get());
    } else if (urn.equals(PTransformTranslation.GROUP_BY_KEY_TRANSFORM_URN)) {
      streams.put(output, group(transform.getUniqueName(), inputs.get(0), output));
    } else {
      throw new UnsupportedOperationException(urn);
    }
  }

  private DataStream<byte[]> group(String name, String input, String output) {
    Coder<WindowedValue<KV<Object, Object>>> in = coder(input);
    Coder<WindowedValue<KV<Object, Iterable<Object>>>> out = coder(output);
    var grouping = new Grouping(in, out);
    return streams
        .get(input)
        .keyBy(grouping::key, Types.STRING)
        .window(GlobalWindows.createWithEndOfStreamTrigger())
        .process(grouping, BYTES)
        .name(name);
  }

  private void stage(RunnerApi.ExecutableStagePayload payload) {
    var stage = ExecutableStage.fromPayload(payload);
    var name =
        stage.getTransforms().stream()
            .map(node -> node.getTransform().getUniqueName())
            .collect(Collectors.joining(", "));
    var outputs = stage.getOutputPCollections().stream().map(PCollectionNode::getId).toList();
    var sides =
        stage.getSideInputs().stream()
            .map(SideInputReference::collection)
            .map(PCollectionNode::getId)
            .distinct()
            .toList();
    Map<String, Coder<WindowedValue<Object>>> coders = new HashMap<>();
    outputs.forEach(id -> coders.put(id, coder(id)));
    sides.forEach(id -> coders.put(id, coder(id)));
    var input = stage.getInputPCollection().getId();
    coders.put(input, coder(input));
    var worker = new Worker(job, payload.toByteArray(), coders);
    SingleOutputStreamOperator<Void> done;
    if (sides.isEmpty()) {
      done = streams.get(input).process(new Stage(worker), Types.VOID);
    } else {
      TypeInformation<Tuple2<String, byte[]>> type = Types.TUPLE(Types.STRING, BYTES);
      DataStream<Tuple2<String, byte[]>> side = null;
      for (var id : sides) {
        var named = streams.get(id).map(element -> Tuple2.of(id, element), type);
        side = side == null ? named : side.union(named);
      }
      var broadcast = side.broadcast(new MapStateDescriptor<>("none", Types.VOID, Types.VOID));
      done = streams.get(input).connect(broadcast).process(new StageWithSides(worker), Types.VOID);
    }
    done.name(name);
    outputs.forEach(id -> streams.put(id, done.getSideOutput(Worker.tag(id))));
  }

  private <T> Coder<WindowedValue<T>> coder(String collection) {
    return PipelineTranslatorUtils.instantiateCoder(collection, components);
  }
}
