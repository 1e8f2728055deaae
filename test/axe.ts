import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What stands in the way of people with disabilities on this page, as axe-core sees it; empty when nothing does. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    // @ts-expect-error set by the script above
    const { violations } = await globalThis.axe.run()
    return violations.flatMap((violation: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      violation.nodes.map(node => `${violation.id}: ${node.html} ${node.failureSummary}`),
    )
  })
}
