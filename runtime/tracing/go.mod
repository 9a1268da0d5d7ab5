module github.com/rllint/rllint/runtime/tracing

go 1.23.0

require go.opentelemetry.io/otel/trace v1.35.0

require go.opentelemetry.io/otel v1.35.0 // indirect
