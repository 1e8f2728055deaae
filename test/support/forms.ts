import assert from 'node:assert/strict'

/** Reads the values that a browser without scripts would send from a form of a page, by the names of its fields. */
export function fieldsOf(page: string, action: string): Record<string, string> {
  const [, form] = new RegExp(`<form [^>]*action="${action}"(.*?)</form>`, 's').exec(page) ?? []
  assert.ok(form, `no form for ${action}`)
  const plain = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  const values: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    if (tag.includes('type="checkbox"') && !tag.endsWith(' checked>')) continue
    const name = / name="([^"]*)"/.exec(tag)?.[1]
    const isLeftOut = / type="checkbox"/.test(tag) && !/ checked/.test(tag)
    if (name && !isLeftOut) values[name] = plain(/ value="([^"]*)"/.exec(tag)?.[1])
  }
  for (const [, name, text] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/gs)) {
    values[name!] = plain(text)
  }
  for (const [, name, options] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    values[name!] = plain(/ value="([^"]*)" selected/.exec(options!)?.[1])
  }
  return values
}
