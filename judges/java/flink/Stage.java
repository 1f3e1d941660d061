import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** A stage without side inputs. */
final class Stage extends ProcessFunction<byte[], Void> {
  private final Worker worker;

  Stage(Worker worker) {
    this.worker = worker;
  }

  @Override
  public void open(OpenContext context) throws Exception {
    worker.open();
  }

  @Override
  public void processElement(byte[] element, Context context, Collector<Void> none)
      throws Exception {
    worker.process(element, context::output);
  }

  @Override
  public void close() throws Exception {
    worker.close();
  }
}
