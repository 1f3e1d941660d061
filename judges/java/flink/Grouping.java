import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.beam.sdk.values.WindowedValues;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.util.Collector;

/** Groups encoded pairs by their key. */
final class Grouping extends ProcessWindowFunction<byte[], byte[], String, GlobalWindow> {
  private final Coder<WindowedValue<KV<Object, Object>>> in;
  private final Coder<WindowedValue<KV<Object, Iterable<Object>>>> out;

  Grouping(
      Coder<WindowedValue<KV<Object, Object>>> in,
      Coder<WindowedValue<KV<Object, Iterable<Object>>>> out) {
    this.in = in;
    this.out = out;
  }

  /** Returns the encoded key of a pair, a character for each byte. */
  String key(byte[] pair) throws Exception {
    var value = (WindowedValues.FullWindowedValueCoder<KV<Object, Object>>) in;
    var keys = ((KvCoder<Object, Object>) value.getValueCoder()).getKeyCoder();
    var key = CoderUtils.decodeFromByteArray(in, pair).getValue().getKey();
    return new String(CoderUtils.encodeToByteArray(keys, key), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void process(String id, Context context, Iterable<byte[]> pairs, Collector<byte[]> output)
      throws Exception {
    Object key = null;
    List<Object> values = new ArrayList<>();
    for (var pair : pairs) {
      var decoded = CoderUtils.decodeFromByteArray(in, pair).getValue();
      key = decoded.getKey();
      values.add(decoded.getValue());
    }
    var group = WindowedValues.valueInGlobalWindow(KV.<Object, Iterable<Object>>of(key, values));
    output.collect(CoderUtils.encodeToByteArray(out, group));
  }
}
