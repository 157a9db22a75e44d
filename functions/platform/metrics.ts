import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

/** Of the namespace that the functions' environment names, by stage: not by function, so that an alarm finds one metric. */
let metrics: Metrics | undefined;

/** Writes a share, in per cent, into the log, where CloudWatch reads it. Outside of functions it does nothing. */
export function recordPercent(name: string, value: number): void {
  const { POWERTOOLS_METRICS_NAMESPACE: namespace, STAGE: serviceName } = process.env;
  if (!namespace || !serviceName) return;
  metrics ??= new Metrics({ namespace, serviceName });
  metrics.addMetric(name, MetricUnit.Percent, value);
  metrics.publishStoredMetrics();
}
