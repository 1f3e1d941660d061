import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.co.BroadcastProcessFunction;
import org.apache.flink.util.Collector;

/** A stage with side inputs, whose elements come with the name of their collection, and first. */
final class StageWithSides extends BroadcastProcessFunction<byte[], Tuple2<String, byte[]>, Void> {
  private final Worker worker;

  StageWithSides(Worker worker) {
    this.worker = worker;
  }

  @Override
  public void open(OpenContext context) throws Exception {
    worker.open();
  }

  @Override
  public void processBroadcastElement(
      Tuple2<String, byte[]> element, Context context, Collector<Void> none) throws Exception {
    worker.side(element.f0, element.f1);
  }

  @Override
  public void processElement(byte[] element, ReadOnlyContext context, Collector<Void> none)
      throws Exception {
    worker.process(element, context::output);
  }

  @Override
  public void close() throws Exception {
    worker.close();
  }
}
