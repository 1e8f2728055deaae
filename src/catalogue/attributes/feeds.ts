/** The elements that attributes are in the files for advertising and price comparison. */

/** Files for Google and Meta, and for price comparison by the rules of Kelkoo. */
export type FeedName = 'google' | 'kelkoo'
export type FeedElements = { readonly [name: string]: string | { readonly [name: string]: string } | undefined }
