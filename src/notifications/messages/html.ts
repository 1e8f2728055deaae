/** Renders a letter as HTML. */
import { type Html, html } from '../../html/html.ts'
import { DEFAULT_PALETTE, schemesOf } from '../../shop/look/palette.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { type Block, blocksOf, type Fact, type Item, type Letter, linesOf, type MailShop } from './letter.ts'

/**
 * The HTML part. All mail programs support tables and inline styles; the layout must work without the rest, such as media
 * queries. The only images are those of the products, from the shop itself; their addresses are the same for everybody, so
 * nothing that loads tracks the reader.
 */
export function renderHtml(letter: Letter, shop: MailShop): string {
  const colors = schemesOf({ ...DEFAULT_PALETTE, accent: shop.accent })
  // The tag `html` takes no value in a style. No value that it has escaped contains the quotes around these names.
  return page(letter, shop)
    .toString()
    .replaceAll(/'(light|dark)-(brand|brand-ink)'/g, (_, scheme: 'light' | 'dark', use: 'brand' | 'brand-ink') => {
      return colors[scheme][use]
    })
}

function page(letter: Letter, { name, url, legal }: MailShop): Html {
  const { subject, preview, heading, reason, unsubscribe } = letter
  return html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
td, th, p, h1, a { font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px !important; } .frame { padding: 0 !important; } }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #0d1513 !important; }
  .card { background-color: #15201d !important; border-color: #2b3a35 !important; }
  .ink { color: #e8efeb !important; }
  .soft { color: #a6b6af !important; }
  .mark { color: 'dark-brand' !important; }
  .line { border-color: #2b3a35 !important; }
  .sunken { background-color: #1c2926 !important; }
  .button { background-color: 'dark-brand' !important; }
  .button a { color: 'dark-brand-ink' !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:#f3f6f3;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}${PADDING}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f6f3">
<tr><td class="frame" align="center" style="padding:24px 12px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td style="padding:16px 20px 14px;word-break:break-word"><a href="${url}/" ${SHOP_NAME}>${name}</a></td></tr>
<tr><td class="card" style="background-color:#ffffff;border:1px solid #d3ddd6;border-radius:14px;padding:36px 40px">
<h1 class="ink" style="margin:0 0 20px;font-size:24px;line-height:32px;font-weight:700;letter-spacing:-0.3px;color:#13201c">${heading}</h1>
${blocksOf(letter).map(block)}
</td></tr>
<tr><td style="padding:20px 20px 32px"><p class="soft" style="margin:0;font-size:13px;line-height:20px;color:#4c5c56">${reason}${
    unsubscribe &&
    html` <a href="${unsubscribe}" class="soft" style="color:#4c5c56;text-decoration:underline">${t('Unsubscribe')}</a>`
  }<br>${name !== new URL(url).host && `${name} · `}<a href="${url}/" class="soft"
    style="color:#4c5c56;text-decoration:none">${new URL(url).host}</a>${legal && html`<br>${legal}`}</p></td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

/** Keeps mail programs from filling up the preview with the beginning of the body. */
const PADDING = '\u00a0\u200c'.repeat(60)

function block(part: Block): Html {
  switch (part.kind) {
    case 'paragraph':
      return html`<p class="ink" style="margin:0 0 18px;font-size:16px;line-height:25px;color:#13201c">${lines(part.text)}</p>`
    case 'note':
      return html`<p class="soft"
        style="margin:0 0 14px;font-size:14px;line-height:21px;color:#4c5c56;word-break:break-word">${lines(part.text)}</p>`
    case 'button':
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"
        style="margin:6px 0 24px"><tr><td class="button"
        style="background-color:'light-brand';border-radius:9px;font-weight:600"><a
        href="${part.address}" ${BUTTON}>${part.label}</a></td></tr></table>`
    case 'link':
      return html`<p class="soft"
        style="margin:0 0 14px;font-size:14px;line-height:21px;color:#4c5c56"><a href="${part.address}" class="soft"
        style="color:#4c5c56;text-decoration:underline">${part.label}</a></p>`
    case 'facts':
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
        style="margin:0 0 20px">${part.rows.map(fact)}</table>`
    case 'items':
      return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 22px;border-collapse:collapse">
<tr><th ${ITEM_HEAD}>${t('Item')}</th><th ${AMOUNT_HEAD}>${t('Amount')}</th></tr>${part.items.map(item)}
<tr><th ${TOTAL_NAME}>${t('Total')}</th><td ${TOTAL_AMOUNT}>${part.total}</td></tr></table>`
    case 'quote':
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
        style="margin:0 0 20px"><tr><td ${QUOTE}>${lines(part.text)}</td></tr></table>`
  }
}

function fact([label, value, address]: Fact): Html {
  const link = address && html`<br><a href="${address}" class="ink" style="color:#13201c">${address}</a>`
  return html`<tr><td ${FACT_NAME}>${label}</td><td ${FACT_VALUE}>${lines(value)}${link}</td></tr>`
}

function item({ name, detail, amount, image }: Item): Html {
  const picture = image && html`<img src="${image.src}" alt="${image.alt}" ${ITEM_PICTURE}>`
  return html`<tr><td ${ITEM_NAME}>${picture}${name}<br><span class="soft"
    style="font-size:13px;color:#4c5c56">${detail}</span></td><td ${ITEM_AMOUNT}>${amount}</td></tr>`
}

function lines(text: string): Html[] {
  return linesOf(text).map((line, index) => html`${index > 0 && html`<br>`}${line}`)
}

// Attributes of each part of a letter.
const SHOP_NAME = html`class="mark"
  style="font-size:20px;line-height:24px;font-weight:700;letter-spacing:-0.2px;color:'light-brand';text-decoration:none"`
const BUTTON = html`
  style="display:inline-block;padding:13px 24px;font-size:16px;line-height:22px;color:'light-brand-ink';text-decoration:none"`
const FACT_NAME = html`class="soft" valign="top"
  style="padding:3px 16px 3px 0;font-size:14px;line-height:21px;color:#4c5c56;white-space:nowrap"`
const FACT_VALUE = html`class="ink" width="100%"
  style="padding:3px 0;font-size:14px;line-height:21px;color:#13201c;word-break:break-word"`
const ITEM_HEAD = html`class="soft line" scope="col" align="left"
  style="padding:0 12px 8px 0;border-bottom:1px solid #d3ddd6;font-size:13px;line-height:18px;font-weight:600;color:#4c5c56"`
const AMOUNT_HEAD = html`class="soft line" scope="col" align="right"
  style="padding:0 0 8px;border-bottom:1px solid #d3ddd6;font-size:13px;line-height:18px;font-weight:600;color:#4c5c56"`
const ITEM_NAME = html`class="ink line" valign="top"
  style="padding:12px 12px 12px 0;border-bottom:1px solid #d3ddd6;font-size:15px;line-height:22px;color:#13201c;word-break:break-word"`
const ITEM_PICTURE = html`width="56" align="left" style="margin:0 12px 0 0;border-radius:6px"`
const ITEM_AMOUNT = html`class="ink line" valign="top" align="right"
  style="padding:12px 0;border-bottom:1px solid #d3ddd6;font-size:15px;line-height:22px;color:#13201c;white-space:nowrap"`
const TOTAL_NAME = html`class="ink" scope="row" align="left"
  style="padding:14px 12px 0 0;font-size:16px;line-height:24px;font-weight:700;color:#13201c"`
const TOTAL_AMOUNT = html`class="ink" align="right"
  style="padding:14px 0 0;font-size:16px;line-height:24px;font-weight:700;color:#13201c;white-space:nowrap"`
const QUOTE = html`class="sunken ink"
  style="padding:16px 20px;background-color:#e9efea;border-radius:9px;font-size:15px;line-height:23px;color:#13201c;word-break:break-word"`
