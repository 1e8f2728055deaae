/**
 * Short codes of WordPress: `[gallery ids="1,2"]`, `[vc_row]…[/vc_row]`. There they become pictures and columns; here customers
 * would read them. What is between two of them stays, unless it is data. A remark in brackets, such as `[new]`, is none.
 */

/** Those of WordPress and WooCommerce, without attributes too (wp-includes/media.php, class-wc-shortcodes.php). */
const KNOWN =
  'gallery caption wp_caption audio video playlist embed products product product_page add_to_cart add_to_cart_url'
/** Page builders name theirs alike: WPBakery, Divi, Avada, Enfold. */
const BUILDERS = 'vc_ et_pb_ fusion_ av_'
const NAMED = new RegExp(
  `\\[/?(?:${KNOWN.split(' ').join('|')}|(?:${BUILDERS.split(' ').join('|')})\\w+)(?:\\s[^\\[\\]]*)?/?\\]`,
  'gi',
)
/** Base64 inside `[vc_raw_html]` is data. */
const RAW = /\[(vc_raw_\w+|embed|playlist)(?:\s[^[\]]*)?\][^[\]]*\[\/\1\]/gi
const WITH_ATTRIBUTES = /\[[a-z][\w-]*(?:\s+[\w-]+=(?:"[^"\]]*"|'[^'\]]*'|[^\s"'\]]+))+\s*\/?\]/gi
const PAIR = /\[([a-z][\w-]*)\]([^[\]]*)\[\/\1\]/gi

export function withoutShortCodes(text: string): string {
  if (!text.includes('[')) return text
  const bare = text.replaceAll(RAW, '').replaceAll(NAMED, '').replaceAll(WITH_ATTRIBUTES, '').replaceAll(PAIR, '$2')
  return bare === text ? text : bare.replaceAll(/\[\/[a-z][\w-]*\]/gi, '').trim()
}
