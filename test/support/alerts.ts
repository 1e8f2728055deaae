/**
 * The alerts of deploy/, asked whether they would fire for what `/metrics` says. This understands the few forms of expression that
 * they have; `promtool test rules deploy/prometheus/alerts.test.yml` asks Prometheus itself.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

type Alert = { name: string; expr: string; runbookUrl: string }

export function listAlerts(): Alert[] {
  const file = readFileSync(new URL('../../deploy/prometheus/alerts.yml', import.meta.url), 'utf8')
  type Rule = { alert: string; expr: string; annotations: { runbook_url: string } }
  const rules: Rule[] = parse(file).groups.flatMap(({ rules }: { rules: Rule[] }) => rules)
  return rules.map(({ alert, expr, annotations }) => ({ name: alert, expr, runbookUrl: annotations.runbook_url }))
}

/** @param before an earlier answer of `/metrics`, from which rates count @returns the names of the alerts that fire */
export function firing(now: string, before = now): string[] {
  return listAlerts()
    .filter(({ expr }) => isTrue(expr, samplesOf(now), samplesOf(before)))
    .map(({ name }) => name)
}

type Samples = { series: string; value: number }[]

function samplesOf(metrics: string): Samples {
  return metrics
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => ({
      series: line.slice(0, line.lastIndexOf(' ')),
      value: Number(line.slice(line.lastIndexOf(' ') + 1)),
    }))
}

function isTrue(expr: string, now: Samples, before: Samples): boolean {
  if (/absent|delta|histogram_quantile/.test(expr)) return false
  const code = expr
    .replaceAll(/sum\((?:increase|rate)\((\w+)(?:\{([^}]*)\})?\[5m\]\)\)/g, (_, name, filter = '') =>
      String(sum(now, name, filter) - sum(before, name, filter)),
    )
    .replaceAll(/(max|min)(?: by \(\w+\))? ?\(([\w /]+)\)/g, (_, kind, inner) => extreme(kind, inner.split(' / '), now))
    .replaceAll(/\band\b/g, '&&')
    .replaceAll(/\bor\b/g, '||')
  if (!/^[\d\s.()<>=!&|/*+e-]*$|NaN|Infinity/.test(code)) throw new Error(`This expression has a new form: ${expr}`)
  return Boolean(new Function(`return ${code}`)())
}

function sum(samples: Samples, name: string, filter: string): number {
  const patterns = [...filter.matchAll(/(\w+)=~"([^"]*)"/g)].map(
    ([, label, values]) => new RegExp(`\\b${label}="(?:${values})"`),
  )
  const matching = samplesOfName(samples, name).filter(({ series }) => patterns.every(pattern => pattern.test(series)))
  return matching.reduce((total, { value }) => total + value, 0)
}

function extreme(kind: 'max' | 'min', [name, divisor]: string[], samples: Samples): string {
  const values = samplesOfName(samples, name!).map(({ value }) => value)
  if (values.length === 0) return 'NaN'
  const over = divisor === undefined ? 1 : samplesOfName(samples, divisor)[0]!.value
  return String(Math[kind](...values) / over)
}

function samplesOfName(samples: Samples, name: string): Samples {
  return samples.filter(({ series }) => series === name || series.startsWith(`${name}{`))
}
