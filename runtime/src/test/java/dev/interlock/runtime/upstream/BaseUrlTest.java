package dev.interlock.runtime.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BaseUrlTest {
  @Test
  void slashesAtTheEndAndTheSchemesCaseDoNotMatter() {
    assertThat(BaseUrl.read(" HTTP://gpu:1/v1// "))
        .isEqualTo(new BaseUrl.Usable(URI.create("http://gpu:1/v1")));
  }

  @ParameterizedTest
  @CsvSource({
    "http://a b,is not a URL",
    "http://u:p@gpu/v1,user or password",
    "http://gpu/v1?key=1,query or fragment",
    "http://gpu/v1#a,query or fragment",
    "ftp://gpu,is not an http or https URL",
    "gpu:8080,is not an http or https URL",
    "http://gpu:70000,no usable host and port",
    "http://:80,no usable host and port"
  })
  void whatIsWrongIsSaidWithoutTheUrl(String text, String words) {
    assertThat(BaseUrl.read(text))
        .isInstanceOfSatisfying(
            BaseUrl.Wrong.class,
            wrong -> assertThat(wrong.message()).contains(words).doesNotContain("gpu"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://gpu", "http://localhost:1", "http://127.0.0.1", "http://10.0.0.1",
        "http://172.31.0.1", "http://192.168.1.1", "http://169.254.1.1", "http://100.64.0.1",
        "http://gpu.lan", "http://GPU.Local", "http://[::1]:80", "http://[fd00::1]",
        "http://[fe80::1]", "http://[::ffff:10.0.0.1]"
      })
  void ownNetworkIsTold(String url) {
    assertThat(BaseUrl.looksPublic(URI.create(url))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://api.example.org",
        "http://8.8.8.8",
        "http://172.32.0.1",
        "http://100.128.0.1",
        "http://[2606:4700::1111]",
        "http://[::ffff:8.8.8.8]"
      })
  void openNetworkIsTold(String url) {
    assertThat(BaseUrl.looksPublic(URI.create(url))).isTrue();
  }
}
