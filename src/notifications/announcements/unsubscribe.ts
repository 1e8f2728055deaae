/** The page by which readers end announcements, and the request that mail programs send for them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { unsubscribe, withdrawNews } from '../../accounts/email-preferences.ts'
import type { AppContext } from '../../context.ts'
import { html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { page } from '../../pages/layout.ts'
import { sendPage } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { t } from '../../words/words.ts'
import type { AnnouncementKind } from '../tables.ts'

/** Mail programs sometimes break links, so both are optional, and a person gets a page instead of a validation error. */
const Link = Type.Object({
  user: Type.String({ default: '' }),
  token: Type.String({ default: '' }),
  kind: Type.String({ default: '' }),
})

/** The link by which a user unsubscribes without signing in. Its token permits that and nothing else. */
export function unsubscribeAddress(
  { baseUrl, serviceKey }: AppContext,
  userId: string,
  kind: AnnouncementKind = 'service',
): string {
  const link = `${baseUrl()}/unsubscribe?user=${userId}&token=${tokenFor(serviceKey, userId)}`
  return kind === 'news' ? `${link}&kind=news` : link
}

function tokenFor(key: Buffer, userId: string): string {
  return derive(key, 'unsubscribe', userId)
}

/**
 * The page behind the link, and the POST that mail programs send for the reader (RFC 8058, one click). A GET changes
 * nothing, because mail scanners follow every link.
 */
export function unsubscribePages(app: App, context: AppContext): void {
  app.get('/unsubscribe', { schema: { querystring: Link } }, async (request, reply) => {
    requireToken(request.query)
    const visitor = await app.visitorOf(request, reply)
    const isNews = withoutMarks(request.query.kind) === 'news'
    const main = html`<h1>${isNews ? t('Unsubscribe from news?') : t('Unsubscribe from announcements?')}</h1>
      <p class="lede">${
        isNews
          ? t("You'll still get emails about your orders and your account, and what every customer must know.")
          : t(
              "You'll still get emails about your orders and your account. If you asked us to tell you when a product is back, please ask again on its page.",
            )
      }</p>
      <form method="post" action="${request.url}"><button class="button primary" type="submit">${t('Unsubscribe')}</button></form>`
    return sendPage(reply, page({ title: 'Unsubscribe', visitor, width: 'narrow', oneForm: true, main }))
  })

  void app.register(async (oneClick: App) => {
    // Mail programs and providers choose the type, the body and the origin of their request; nothing in it is read.
    oneClick.addHook('onRequest', async request => {
      // Fastify refuses a type that is none.
      delete request.headers['content-type']
    })
    oneClick.removeAllContentTypeParsers()
    oneClick.addContentTypeParser('*', { parseAs: 'buffer' }, (_, __, done) => done(null, undefined))
    const route = { schema: { querystring: Link }, config: { takesOtherSites: true as const } }
    oneClick.post('/unsubscribe', route, async (request, reply) => {
      requireToken(request.query)
      const { user, kind } = request.query
      const isNews = withoutMarks(kind) === 'news'
      await (isNews ? withdrawNews : unsubscribe)(context.db, user, context.clock.now())
      return sendUnsubscribed(request, reply, isNews)
    })
  })

  async function sendUnsubscribed(request: FastifyRequest, reply: FastifyReply, isNews: boolean) {
    const visitor = await app.visitorOf(request, reply)
    const main = html`<h1>${t('You are unsubscribed')}</h1><p class="lede">${rich(
      isNews
        ? "We won't send you news from now on. Changed your mind? <a>Choose your emails</a>."
        : "We won't send you announcements from now on. Changed your mind? <a>Choose your emails</a>.",
      { a: link('/account#notifications-title') },
    )}</p>`
    return sendPage(reply, page({ title: 'Unsubscribed', visitor, width: 'narrow', main }))
  }

  function requireToken({ user, token }: { user: string; token: string }): void {
    if (!sameSecret(withoutMarks(token), tokenFor(context.serviceKey, user))) {
      throw new Problem('not_found', 'This link is incomplete. Copy the whole link from the email.')
    }
  }
}
