/** The addresses of the product feeds, to copy into the programs that load them. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { html } from '../../html/html.ts'
import { table } from '../../pages/components.ts'
import { listFeeds } from '../../site/product-feed/list.ts'
import { nameOfLanguage, withCapital } from '../../words/languages.ts'
import type { PlainText } from '../../words/text.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { consolePage, staffPage } from '../layout.ts'

const READERS = {
  google: 'Google, Meta and others',
  kelkoo: 'Price comparison (Kelkoo)',
} as const satisfies Record<string, PlainText>

export function feedsPage(app: FastifyInstance, { reader, baseUrl }: AppContext): void {
  staffPage(app, '/admin/products/feeds', async visitor => {
    const feeds = await reader.read(db => listFeeds(db, baseUrl()))
    return consolePage({
      title: 'Product feeds',
      visitor,
      main: html`<p><a href="/admin/products">${t('Products')}</a></p><h1>${t('Product feeds')}</h1>
        <p class="soft">${t('Programs of other companies load these files some times a day. Copy an address into theirs.')}</p>
        ${table(
          'Product feeds',
          [
            { label: 'For', cell: ({ name }) => t(READERS[name]) },
            {
              label: 'Language',
              cell: ({ language }) => withCapital(nameOfLanguage(language, currentLanguage()), currentLanguage()),
            },
            { label: 'Currency', cell: ({ currency }) => currency },
            { label: 'Address', cell: ({ address }) => html`<a href="${address}"><code>${address}</code></a>` },
          ],
          feeds,
        )}`,
    })
  })
}
