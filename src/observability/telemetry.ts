import { ConfigProvider, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import { version } from "../domain/version.ts"

/**
 * Traces and metrics to an OpenTelemetry collector, by the standard variables (OTEL_EXPORTER_OTLP_ENDPOINT,
 * OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, ...); without an endpoint nothing is measured for it, and nothing sent. The
 * collector is the operator's own choice: the address policy, which is for sites, does not judge it. So it has another client than
 * HttpTransport, and not one over undici either: layers are shared by reference, and that one's guarded dispatcher must not be.
 */
export const telemetry = Layer.mergeAll(OtlpTracer.layerFromConfig(), OtlpMetrics.layerFromConfig()).pipe(
  Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer]),
  Layer.provide(ConfigProvider.layerAdd(ConfigProvider.fromEnv({
    env: {
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_METRICS_EXPORTER: "otlp",
      OTEL_SERVICE_NAME: "gleaner",
      OTEL_SERVICE_VERSION: version
    }
  })))
)
