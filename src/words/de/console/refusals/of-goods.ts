/** Reasons why the API did not do what staff asked for: products, groups, files, blocks and pictures. The browser has these words too. */
export const refusalsOfGoods = {
  'The stock has changed meanwhile: it is {stock} now, and was {seen} when you read it.':
    'Der Bestand hat sich inzwischen geändert: Er ist jetzt {stock} und war {seen}, als Sie ihn gelesen haben.',
  '{label} cannot be sent with {other}': '{label} geht nicht zusammen mit {other}',
  '{label} is required with {other}': '{label} ist zusammen mit {other} nötig',
  '{label} makes the price lower than 0': '{label} macht den Preis kleiner als 0',
  '{label} makes the price too high': '{label} macht den Preis zu hoch',
  'There is no such product, or it is archived.': 'Dieses Produkt gibt es nicht, oder es ist archiviert.',
  '{label} is like {sku}, which a spreadsheet may have changed':
    '{label} ähnelt {sku}; das könnte eine Tabellenkalkulation geändert haben',
  '{label} is required, because there is no product with this SKU':
    '{label} ist nötig, weil es kein Produkt mit dieser SKU gibt',
  '{label} was seen, but there is no such product now': '{label} war angegeben, aber das Produkt gibt es jetzt nicht',
  '{label} cannot be noted, because the stock of this product is not counted':
    '{label} lässt sich nicht vermerken, weil der Bestand dieses Produkts nicht gezählt wird',
  '{label} must be {bound}, because the stock is {stock}': '{label} muss {bound} sein, weil der Bestand {stock} ist',
  'A category with the name {name} already exists. Use another name, or merge the two.':
    'Eine Kategorie mit dem Namen {name} gibt es schon. Nehmen Sie einen anderen Namen, oder legen Sie ' +
    'beide zusammen.',
  'There is no such category.': 'Diese Kategorie gibt es nicht.',
  '{label} must be a product of the group': '{label} muss ein Produkt der Gruppe sein',
  'There is no product {id}.': 'Ein Produkt {id} gibt es nicht.',
  'A group with the name {name} already exists. Use another name.':
    'Eine Gruppe mit dem Namen {name} gibt es schon. Nehmen Sie einen anderen Namen.',
  'A product with the SKU {sku} already exists. Use another SKU.':
    'Ein Produkt mit der SKU {sku} gibt es schon. Nehmen Sie eine andere SKU.',
  '{label} must be a word without a colon or a semicolon':
    '{label} muss ein Wort ohne Doppelpunkt und Strichpunkt sein',
  '{label} must be a word without a semicolon': '{label} muss ein Wort ohne Strichpunkt sein',
  '{label} must be an option of the group: {options}': '{label} muss eine Option der Gruppe sein: {options}',
  'There is no such product in this group.': 'Dieses Produkt gibt es in der Gruppe nicht.',
  'There is no such group of products.': 'Diese Produktgruppe gibt es nicht.',
  'There is no such group.': 'Diese Gruppe gibt es nicht.',
  'There is no such picture.': 'Dieses Bild gibt es nicht.',
  '{label} does not fit: a product has at most {limit} pictures':
    '{label} passt nicht mehr: Ein Produkt hat höchstens {limit} Bilder',
  '{label} does not fit: a group has at most {limit} pictures':
    '{label} passt nicht mehr: Eine Gruppe hat höchstens {limit} Bilder',
  '{label} does not fit: a page has at most {limit} blocks':
    '{label} passt nicht mehr: Eine Seite hat höchstens {limit} Bausteine',
  '{label} does not fit: a site has at most {limit} pictures':
    '{label} passt nicht mehr: Ein Shop hat höchstens {limit} Bilder',
  '{label} cannot be imported. {refusal}': '{label} lässt sich nicht importieren. {refusal}',
  'There is no such import, or it has expired. Upload the file again.':
    'Diesen Import gibt es nicht, oder er ist abgelaufen. Laden Sie die Datei noch einmal hoch.',
  'There is no such import.': 'Diesen Import gibt es nicht.',
  '{label} must be below the regular price': '{label} muss unter dem regulären Preis liegen',
  '{label} must not be before sale_from': '{label} darf nicht vor dem Beginn des Angebots liegen',
  '{label} is no picture of the site. It was removed': '{label} ist kein Bild der Website. Es wurde entfernt',
  'There is no such page. Somebody has removed it.': 'Diese Seite gibt es nicht. Jemand hat sie entfernt.',
  'There is no such block. Somebody has removed it.': 'Diesen Baustein gibt es nicht. Jemand hat ihn entfernt.',
  '{label} must be words of small letters a to z and digits, with hyphens, like our-story':
    '{label} darf nur Kleinbuchstaben von a bis z, Ziffern und Bindestriche haben, etwa unsere-geschichte',
  '{label} is the name of another page of the shop': '{label} ist der Name einer anderen Seite des Shops',
  '{label} belongs to another page': '{label} gehört zu einer anderen Seite',
  '{label} must have a value for {options}': '{label} braucht einen Wert für {options}',
  '{label} must not be empty for any customer': '{label} darf für keinen Kunden leer sein',
  '{label} must not be given together with {other}': '{label} darf nicht zusammen mit {other} angegeben sein',
  '{label} must contain "{words}", by which programs find this email':
    '{label} muss „{words}“ enthalten, woran Programme diese E-Mail erkennen',
  '{label} has codes with letters or a check digit, or a time that does not begin in 1970':
    '{label} hat Codes mit Buchstaben oder Prüfziffer, oder eine Zeit, die nicht 1970 beginnt',
  Names: 'Namen',
  Countries: 'Länder',
  'Leaves out': 'Ausnahmen',
  'Product ids': 'Produktnummern',
  Options: 'Optionen',
  Columns: 'Spalten',
  Languages: 'Sprachen',
  Bands: 'Staffeln',
} as const
