import { ConfigProvider, Effect, Layer, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import * as OtlpLogger from "effect/observability/OtlpLogger"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import { version } from "../kernel/version.ts"
import { withoutNoise } from "./without-noise.ts"

const quietTracer = Layer.effect(Tracer.Tracer, Effect.map(Effect.service(Tracer.Tracer), withoutNoise)).pipe(
  Layer.provideMerge(OtlpTracer.layerFromConfig())
)

/**
 * Sends traces, metrics and logs to an OpenTelemetry collector, configured by the standard variables
 * (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, ...). Does nothing without an endpoint.
 * The operator chooses the collector, so its client is not subject to the address policy for sites. This client must
 * not use undici: layers are shared by reference, and the guarded dispatcher would be replaced.
 */
export const telemetry = Layer.mergeAll(
  quietTracer,
  OtlpMetrics.layerFromConfig(),
  OtlpLogger.layerFromConfig({ excludeLogSpans: true })
).pipe(
  Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer]),
  Layer.provide(ConfigProvider.layerAdd(ConfigProvider.fromEnv({
    env: {
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_METRICS_EXPORTER: "otlp",
      OTEL_LOGS_EXPORTER: "otlp",
      OTEL_SERVICE_NAME: "gleaner",
      OTEL_SERVICE_VERSION: version
    }
  })))
)
