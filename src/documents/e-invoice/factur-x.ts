/**
 * Puts the e-invoice of a document into its PDF: Factur-X 1.07.2, which is ZUGFeRD 2.3.2. Its rules BR-HYBRID-01 to 15 ask for a PDF/A-3, a
 * file `factur-x.xml` that the catalogue names (`AF`), and metadata that describe their own schema. Between German companies the
 * relationship has to be `Alternative` (BR-HYBRID-11), and elsewhere it may be.
 */

import type { EInvoiceProfile } from '../../shop/invoice-settings.ts'
import type { ArchivePdf } from '../paper/archive-pdf.ts'

export const HYBRID_PROFILE: EInvoiceProfile = 'factur-x'
const NAME = 'factur-x.xml'
/** Section 6.3.1. */
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** The type is INVOICE for credit notes too (BR-HYBRID-06), and the level is the one of the XML (BR-HYBRID-15). */
const PROPERTIES = [
  ['DocumentFileName', NAME, 'The name of the embedded XML document'],
  ['DocumentType', 'INVOICE', 'The type of the hybrid document in capital letters'],
  ['Version', '1.0', 'The version of the standard of the embedded XML document'],
  ['ConformanceLevel', 'EN 16931', 'The conformance level of the embedded XML document'],
] as const

/** @param at the day of the document, so that its bytes follow from its content */
export function embedFacturX(pdf: ArchivePdf, xml: string, at: Date): void {
  pdf.embed({
    name: NAME,
    type: 'text/xml',
    content: Buffer.from(xml),
    relationship: 'Alternative',
    description: 'Factur-X / ZUGFeRD',
    at,
  })
  pdf.describe(metadata())
}

/** ISO 19005-3, 6.6.2.3.3: a schema that the standard does not know describes each of its properties. */
function metadata(): string {
  const described = PROPERTIES.map(
    ([name, , description]) => `<rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>${name}</pdfaProperty:name>
      <pdfaProperty:valueType>Text</pdfaProperty:valueType>
      <pdfaProperty:category>external</pdfaProperty:category>
      <pdfaProperty:description>${description}</pdfaProperty:description>
    </rdf:li>`,
  )
  const values = PROPERTIES.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`)
  return `
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
        <pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property>
      </rdf:li></rdf:Bag></pdfaExtension:schemas>
    </rdf:Description>
    <rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">${values.join('')}</rdf:Description>`
}
