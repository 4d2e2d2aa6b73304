import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { Metrics, processMetrics } from '#libs/platform/metrics';
import { TestApp } from '../../support/test-app.js';

const DEPLOY = path.join(import.meta.dirname, '../../../deploy');
const read = (name: string): string => readFileSync(path.join(DEPLOY, name), 'utf8');
const METRICS_TOKEN = 'metrics-token-of-24-chars';
/** What Prometheus adds by itself. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['instance', 'job', 'le'] };

type Panel = { id: number; title: string; type: string; gridPos: object; targets?: { expr: string }[] };
type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } };

const dashboard = JSON.parse(read('grafana/atelier.json')) as { uid: string; panels: Panel[] };
const { groups } = parse(read('prometheus/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, expr]),
  ),
  ...rules.map(({ alert, expr }): [string, string] => [`rule ${alert}`, expr]),
];

/** The texts of the nodes of these kinds in an expression; those of an error say that it is none. */
function nodesOf(expression: string, kinds: readonly string[]): string[] {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const found: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (kinds.includes(type.name) || (kinds.includes('error') && type.isError))
        found.push(text.slice(from, to));
    },
  });
  return found;
}

describe('the dashboard and the rules for alerts', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ METRICS_TOKEN });
  });
  afterAll(() => app.stop());

  it('are expressions that Prometheus reads', () => {
    expect(expressions.length).toBeGreaterThan(30);
    const wrong = expressions.filter(([, expression]) => nodesOf(expression, ['error']).length > 0);
    expect(wrong).toEqual([]);
    expect(nodesOf('sum by (kind (up)', ['error'])).not.toEqual([]);
  });

  it('name metrics that /metrics has, and labels that these have', async () => {
    const page = (await app.api.as(METRICS_TOKEN).get('/metrics')).bytes.toString();
    const types = [...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    const names = types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    );
    const known = new Set([...names, ...OF_PROMETHEUS.metrics]);
    const registries = [app.get(Metrics).registry, processMetrics];
    const labels = new Set(
      registries.flatMap((registry) =>
        registry
          .getMetricsAsArray()
          .flatMap((metric) => (metric as { labelNames?: string[] }).labelNames ?? []),
      ),
    );
    for (const label of OF_PROMETHEUS.labels) labels.add(label);
    const unknown = expressions.flatMap(([place, expression]) =>
      [
        ...nodesOf(expression, ['Identifier']).filter((name) => !known.has(name)),
        ...nodesOf(expression, ['LabelName']).filter((name) => !labels.has(name)),
      ].map((name) => `${place}: ${name}`),
    );
    expect(unknown).toEqual([]);
    expect(expressions.every(([, expression]) => nodesOf(expression, ['Identifier']).length > 0)).toBe(true);
  });

  it('are whole: panels with an id and a place of their own, rules with a severity and a summary', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length);
    for (const { title, type, targets } of panels) {
      const isWhole = title !== '' && (type === 'row' || (targets ?? []).length > 0);
      expect([title, isWhole]).toEqual([title, true]);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels, annotations } of rules) {
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
    }
  });
});
