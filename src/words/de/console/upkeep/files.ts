/** Texts of the console about imports of products and their lists in German. */
export const fileTexts = {
  '{number} products to add': { one: '{number} Produkt neu', other: '{number} Produkte neu' },
  '{number} to add': '{number} neu',
  '{number} products to change': { one: '{number} Produkt zu ändern', other: '{number} Produkte zu ändern' },
  '{number} to change': '{number} zu ändern',
  '{number} products as before': { one: '{number} Produkt unverändert', other: '{number} Produkte unverändert' },
  '{number} as before': '{number} unverändert',
  '{number} products added': { one: '{number} Produkt hinzugefügt', other: '{number} Produkte hinzugefügt' },
  '{number} added': '{number} hinzugefügt',
  '{number} products changed': { one: '{number} Produkt geändert', other: '{number} Produkte geändert' },
  '{number} changed': '{number} geändert',
  '{number} products are as they were before': {
    one: '{number} Produkt ist wieder wie zuvor',
    other: '{number} Produkte sind wieder wie zuvor',
  },
  '{number} rows are refused': { one: '{number} Zeile wird abgelehnt', other: '{number} Zeilen werden abgelehnt' },
  '{number} rows were refused': { one: '{number} Zeile wurde abgelehnt', other: '{number} Zeilen wurden abgelehnt' },
  'The file names {number} pictures by their addresses. Semel can fetch them after the import.': {
    one: 'Die Datei nennt die Adresse von {number} Bild. Semel kann es nach dem Import abrufen.',
    other: 'Die Datei nennt die Adressen von {number} Bildern. Semel kann sie nach dem Import abrufen.',
  },
  '{number} more lines cannot be read.': {
    one: '{number} weitere Zeile ist nicht lesbar.',
    other: '{number} weitere Zeilen sind nicht lesbar.',
  },
  'Prices: {prices}': 'Preise: {prices}',
  '{number} columns are not read': {
    one: '{number} Spalte wird nicht gelesen',
    other: '{number} Spalten werden nicht gelesen',
  },
  'Are these prices with VAT? The file does not say. Without an answer below they are taken with VAT.':
    'Sind das Preise mit Umsatzsteuer? Die Datei sagt es nicht. Ohne eine Antwort unten gelten sie als Preise mit Umsatzsteuer.',
  'The file has only prices without VAT, and yours include it. Say below that Semel shall add your VAT.':
    'Die Datei hat nur Preise ohne Umsatzsteuer, und die Ihres Shops enthalten sie. Sagen Sie unten, dass Semel ' +
    'die Umsatzsteuer Ihres Landes hinzurechnen soll.',
  'New SKUs that look like known ones, such as 123 and 00123, are new products':
    'Neue SKUs, die bekannten ähneln, etwa 123 und 00123, sind neue Produkte',
  '{label} is like {sku}, which a spreadsheet may have changed. Format the column as text, or say that such SKUs are new products':
    '{label} ähnelt {sku}, das eine Tabelle verändert haben kann. Formatieren Sie die Spalte als Text, oder ' +
    'sagen Sie, dass solche SKUs neue Produkte sind',
  'Price without VAT': 'Preis ohne Umsatzsteuer',
  'On sale (yes or no)': 'Im Verkauf (ja oder nein)',
  'Hidden (yes or no)': 'Versteckt (ja oder nein)',
  'Are these prices with VAT?': 'Sind das Preise mit Umsatzsteuer?',
  'As the file says': 'Wie die Datei sagt',
  'Without VAT: Semel adds that of your country': 'Ohne Umsatzsteuer: Semel rechnet die Ihres Landes hinzu',
  'Category for rows without one': 'Kategorie für Zeilen ohne Kategorie',
  'Only new products get it.': 'Nur neue Produkte bekommen sie.',
  'Columns that look like a switch, such as “active”, mean nothing':
    'Spalten, die wie ein Schalter aussehen, etwa „aktiv“, bedeuten nichts',
  'Does {value} in the column {name} (line {line}) mean that the product is not on sale? If so, say that the column is {field}. Otherwise say that such columns mean nothing.':
    'Bedeutet {value} in der Spalte {name} (Zeile {line}), dass das Produkt nicht im Verkauf ist? Wenn ja, sagen ' +
    'Sie, dass es die Spalte {field} ist. Sonst sagen Sie, dass solche Spalten nichts bedeuten.',
  'is not on sale in the other shop. Put it on sale there, or leave the row out':
    'ist im anderen Shop nicht im Verkauf. Stellen Sie es dort in den Verkauf, oder lassen Sie die Zeile weg',
  'is sold in another shop, to which the other shop only links':
    'wird in einem anderen Shop verkauft, auf den der andere Shop nur verweist',
  'stock is that of all variants together in the other shop. Enter a number for each':
    'stock ist im anderen Shop der Bestand aller Varianten zusammen. Geben Sie für jede eine Zahl ein',
  'new': 'neu',
  changed: 'geändert',
  'and {number} more': 'und {number} weitere',
  'says what its row is': 'sagt, was ihre Zeile ist',
  '{label} must be a price like 19.99': '{label} muss ein Preis wie 19,99 sein',
  '{number} pictures are still to be fetched.': {
    one: '{number} Bild ist noch abzurufen.',
    other: '{number} Bilder sind noch abzurufen.',
  },
  'You can take it back until {time}. Products that change until then stay as they are.':
    'Sie können ihn bis {time} zurücknehmen. Produkte, die sich bis dahin ändern, bleiben, wie sie sind.',
  'The first line names the columns: <c>sku</c>, <c>name</c>, <c>category</c> and <c>price</c> (as on a price tag, like 19.99), and if you like <c>currency</c>, <c>stock</c>, <c>status</c>, <c>description</c> and their texts in other languages, like <c>name_de</c> and <c>description_de</c>, also <c>category_de</c> for the name of the category, and <c>pictures</c> with the addresses of pictures.':
    'Die erste Zeile benennt die Spalten: <c>sku</c>, <c>name</c>, <c>category</c> und <c>price</c> (wie auf ' +
    'dem Preisschild, etwa 19,99), und wenn Sie möchten <c>currency</c>, <c>stock</c>, <c>status</c>, ' +
    '<c>description</c> und ihre Texte in anderen Sprachen, wie <c>name_de</c> und <c>description_de</c>, ' +
    'auch <c>category_de</c> für den Namen der Kategorie, und <c>pictures</c> mit den Adressen von Bildern.',
  'A row changes the product with its SKU, or adds one. Products that you have already need only the columns that change. If a SKU is there twice, the last row counts, and the next page lists the others.':
    'Eine Zeile ändert das Produkt mit ihrer SKU oder fügt eines hinzu. Vorhandene Produkte brauchen nur die ' +
    'Spalten, die sich ändern. Steht eine SKU zweimal da, zählt die letzte Zeile, und die nächste Seite nennt ' +
    'die anderen.',
  '<a>Export CSV</a> gives a file of all products to begin with, also <b>with semicolons and decimal commas</b> or <c>with commas and decimal points</c>.':
    '<a>CSV exportieren</a> gibt zum Anfangen eine Datei aller Produkte, auch <b>mit Semikolons und ' +
    'Dezimalkommas</b> oder <c>mit Kommas und Dezimalpunkten</c>.',
  'Remove the column <c>stock</c> unless you have just counted: it sets the stock to the number in the file, also where pieces were sold since the export.':
    'Entfernen Sie die Spalte <c>stock</c>, außer Sie haben gerade gezählt: Sie setzt den Bestand auf die ' +
    'Zahl in der Datei, auch wo seit dem Export Stücke verkauft wurden.',
  'Without the column <c>status</c>, products that are in stock again go on sale, and those that are not are shown as out of stock; with it, they get the status in the file.':
    'Ohne die Spalte <c>status</c> kommen Produkte, die wieder auf Lager sind, in den Verkauf, und die ' +
    'anderen werden als ausverkauft gezeigt; mit ihr bekommen sie den Status aus der Datei.',
  'Select {name}': '{name} auswählen',
  '<a>Create another one like {product}</a>, and add it here.':
    '<a>Legen Sie ein weiteres wie {product} an</a>, und fügen Sie es hier hinzu.',
  '{number} products of {category}': '{number} Produkte von {category}',
  '{number} products on sale': { one: '{number} Produkt im Verkauf', other: '{number} Produkte im Verkauf' },
  'Parcel and customs': 'Paket und Zoll',
  'Price comparison finds by it what has no GTIN.': 'Preisvergleiche finden damit, was keine GTIN hat.',
  'SKUs, one a line. Customers see those that are on sale and in stock on the page of the product.':
    'SKUs, eine pro Zeile. Kunden sehen auf der Seite des Produkts die, die im Verkauf und auf Lager sind.',
  'A short phrase for people who cannot see the picture.':
    'Ein kurzer Satz für Menschen, die das Bild nicht sehen können.',
  'postcode {postcode}': 'Postleitzahl {postcode}',
  'town {town}': 'Ort {town}',
  'region {region}': 'Region {region}',
  'E-invoices read: {parts}.': 'E-Rechnungen lesen: {parts}.',
  'The email as mail programs show it': 'Die E-Mail, wie Mailprogramme sie zeigen',
  '{ended}, after {wait}': '{ended}, nach {wait}',
  '<a>System status</a> says what is wrong.': 'Der <a>Systemstatus</a> sagt, was nicht stimmt.',
  '{total} products changed.': { one: '{total} Produkt geändert.', other: '{total} Produkte geändert.' },
  '{total} products stayed as they were:': {
    one: '{total} Produkt blieb, wie es war:',
    other: '{total} Produkte blieben, wie sie waren:',
  },
  'Clocks: the database is {seconds} s ahead of this machine; synchronize both clocks with NTP':
    'Uhren: Die Datenbank geht gegenüber diesem Rechner {seconds} s vor; gleichen Sie beide Uhren mit NTP ab',
  'Clocks: the database is {seconds} s behind this machine; synchronize both clocks with NTP':
    'Uhren: Die Datenbank geht gegenüber diesem Rechner {seconds} s nach; gleichen Sie beide Uhren mit NTP ab',
  'Parts of these countries with a VAT of their own: {places}, or another code, like RE.':
    'Teile dieser Länder mit eigener Umsatzsteuer: {places}, oder ein anderer Code wie RE.',
} as const
