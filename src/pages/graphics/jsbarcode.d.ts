/** The part of jsbarcode that papers use: with an object in place of an element it only encodes (README of 3.12.3, "object"). */
declare module 'jsbarcode' {
  type Encoded = { encodings: { data: string }[] }
  export default function JsBarcode(target: Partial<Encoded>, text: string, options: { format: 'CODE128' }): void
}
