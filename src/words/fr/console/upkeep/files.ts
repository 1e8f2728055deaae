/** Texts of the console about imports of products and their lists in French. */
export const fileTexts = {
  '{number} products to add': { one: '{number} produit à ajouter', other: '{number} produits à ajouter' },
  '{number} to add': '{number} à ajouter',
  '{number} products to change': { one: '{number} produit à modifier', other: '{number} produits à modifier' },
  '{number} to change': '{number} à modifier',
  '{number} products as before': { one: '{number} produit inchangé', other: '{number} produits inchangés' },
  '{number} as before': '{number} sans changement',
  '{number} products added': { one: '{number} produit ajouté', other: '{number} produits ajoutés' },
  '{number} added': '{number} ajoutés',
  '{number} products changed': { one: '{number} produit modifié', other: '{number} produits modifiés' },
  '{number} changed': '{number} modifiés',
  '{number} products are as they were before': {
    one: '{number} produit est comme avant',
    other: '{number} produits sont comme avant',
  },
  '{number} rows are refused': { one: '{number} ligne est refusée', other: '{number} lignes sont refusées' },
  '{number} rows were refused': { one: '{number} ligne a été refusée', other: '{number} lignes ont été refusées' },
  'The file names {number} pictures by their addresses. Semel can fetch them after the import.': {
    one: 'Le fichier donne l’adresse de {number} image. Semel peut la récupérer après l’import.',
    other: 'Le fichier donne les adresses de {number} images. Semel peut les récupérer après l’import.',
  },
  '{number} more lines cannot be read.': {
    one: '{number} autre ligne est illisible.',
    other: '{number} autres lignes sont illisibles.',
  },
  'Prices: {prices}': 'Prix : {prices}',
  '{number} columns are not read': {
    one: '{number} colonne n’est pas lue',
    other: '{number} colonnes ne sont pas lues',
  },
  'Are these prices with VAT? The file does not say. Without an answer below they are taken with VAT.':
    'Ces prix sont-ils TTC ? Le fichier ne le dit pas. Sans réponse ci-dessous, ils sont pris pour des prix TTC.',
  'The file has only prices without VAT, and yours include it. Say below that Semel shall add your VAT.':
    'Le fichier n’a que des prix hors taxes, et ceux de votre boutique sont TTC. Indiquez ci-dessous que Semel ' +
    'doit ajouter la TVA de votre pays.',
  'New SKUs that look like known ones, such as 123 and 00123, are new products':
    'Les nouvelles SKU qui ressemblent à des SKU connues, comme 123 et 00123, sont de nouveaux produits',
  '{label} is like {sku}, which a spreadsheet may have changed. Format the column as text, or say that such SKUs are new products':
    '{label} ressemble à {sku}, qu’un tableur a pu modifier. Mettez la colonne au format texte, ou indiquez ' +
    'que ces SKU sont de nouveaux produits',
  'Price without VAT': 'Prix hors taxes',
  'On sale (yes or no)': 'En vente (oui ou non)',
  'Hidden (yes or no)': 'Masqué (oui ou non)',
  'Are these prices with VAT?': 'Ces prix sont-ils TTC ?',
  'As the file says': 'Comme le dit le fichier',
  'Without VAT: Semel adds that of your country': 'Hors taxes : Semel ajoute la TVA de votre pays',
  'Category for rows without one': 'Catégorie des lignes qui n’en ont pas',
  'Only new products get it.': 'Seuls les nouveaux produits la reçoivent.',
  'Columns that look like a switch, such as “active”, mean nothing':
    'Les colonnes qui ressemblent à un interrupteur, comme « actif », ne veulent rien dire',
  'Does {value} in the column {name} (line {line}) mean that the product is not on sale? If so, say that the column is {field}. Otherwise say that such columns mean nothing.':
    'Est-ce que {value} dans la colonne {name} (ligne {line}) veut dire que le produit n’est pas en vente ? Si ' +
    'oui, indiquez que la colonne est {field}. Sinon, indiquez que ces colonnes ne veulent rien dire.',
  'is not on sale in the other shop. Put it on sale there, or leave the row out':
    'n’est pas en vente dans l’autre boutique. Mettez-le en vente là-bas, ou retirez la ligne',
  'is sold in another shop, to which the other shop only links':
    'est vendu dans une troisième boutique, vers laquelle l’autre boutique ne fait que renvoyer',
  'stock is that of all variants together in the other shop. Enter a number for each':
    'stock est celui de toutes les variantes ensemble dans l’autre boutique. Saisissez un nombre pour chacune',
  'new': 'nouveau',
  changed: 'modifié',
  'and {number} more': 'et {number} de plus',
  'says what its row is': 'dit ce qu’est sa ligne',
  '{label} must be a price like 19.99': '{label} doit être un prix comme 19,99',
  '{number} pictures are still to be fetched.': {
    one: '{number} image reste à récupérer.',
    other: '{number} images restent à récupérer.',
  },
  'You can take it back until {time}. Products that change until then stay as they are.':
    'Vous pouvez l’annuler jusqu’au {time}. Les produits modifiés d’ici là restent tels quels.',
  'The first line names the columns: <c>sku</c>, <c>name</c>, <c>category</c> and <c>price</c> (as on a price tag, like 19.99), and if you like <c>currency</c>, <c>stock</c>, <c>status</c>, <c>description</c> and their texts in other languages, like <c>name_de</c> and <c>description_de</c>, also <c>category_de</c> for the name of the category, and <c>pictures</c> with the addresses of pictures.':
    'La première ligne nomme les colonnes : <c>sku</c>, <c>name</c>, <c>category</c> et <c>price</c> (comme ' +
    'sur l’étiquette, par exemple 19,99), et si vous voulez <c>currency</c>, <c>stock</c>, <c>status</c>, ' +
    '<c>description</c> et leurs textes dans d’autres langues, comme <c>name_de</c> et <c>description_de</c>, ' +
    'aussi <c>category_de</c> pour le nom de la catégorie, et <c>pictures</c> avec les adresses des images.',
  'A row changes the product with its SKU, or adds one. Products that you have already need only the columns that change. If a SKU is there twice, the last row counts, and the next page lists the others.':
    'Une ligne modifie le produit qui a son SKU, ou en ajoute un. Les produits existants n’ont besoin que des ' +
    'colonnes qui changent. Si un SKU apparaît deux fois, la dernière ligne compte, et la page suivante ' +
    'énumère les autres.',
  '<a>Export CSV</a> gives a file of all products to begin with, also <b>with semicolons and decimal commas</b> or <c>with commas and decimal points</c>.':
    '<a>Exporter en CSV</a> donne un fichier de tous les produits pour commencer, aussi <b>avec ' +
    'points-virgules et virgules décimales</b> ou <c>avec virgules et points décimaux</c>.',
  'Remove the column <c>stock</c> unless you have just counted: it sets the stock to the number in the file, also where pieces were sold since the export.':
    'Retirez la colonne <c>stock</c>, sauf si vous venez de compter : elle fixe le stock au nombre du ' +
    'fichier, même là où des pièces ont été vendues depuis l’export.',
  'Without the column <c>status</c>, products that are in stock again go on sale, and those that are not are shown as out of stock; with it, they get the status in the file.':
    'Sans la colonne <c>status</c>, les produits de nouveau en stock sont mis en vente, et les autres sont ' +
    'montrés comme épuisés ; avec elle, ils prennent l’état du fichier.',
  'Select {name}': 'Sélectionner {name}',
  '<a>Create another one like {product}</a>, and add it here.':
    '<a>Créez-en un autre comme {product}</a>, et ajoutez-le ici.',
  '{number} products of {category}': '{number} produits de {category}',
  '{number} products on sale': { one: '{number} produit en vente', other: '{number} produits en vente' },
  'Parcel and customs': 'Colis et douane',
  'Price comparison finds by it what has no GTIN.': 'Les comparateurs de prix trouvent ainsi ce qui n’a pas de GTIN.',
  'SKUs, one a line. Customers see those that are on sale and in stock on the page of the product.':
    'SKU, un par ligne. Les clients voient sur la page du produit ceux qui sont en vente et en stock.',
  'A short phrase for people who cannot see the picture.':
    'Une courte phrase pour les personnes qui ne voient pas l’image.',
  'postcode {postcode}': 'code postal {postcode}',
  'town {town}': 'ville {town}',
  'region {region}': 'région {region}',
  'E-invoices read: {parts}.': 'Les factures électroniques lisent : {parts}.',
  'The email as mail programs show it': 'L’e-mail tel que les logiciels de messagerie l’affichent',
  '{ended}, after {wait}': '{ended}, après {wait}',
  '<a>System status</a> says what is wrong.': 'L’<a>état du système</a> indique ce qui ne va pas.',
  '{total} products changed.': { one: '{total} produit modifié.', other: '{total} produits modifiés.' },
  '{total} products stayed as they were:': {
    one: '{total} produit est resté tel quel :',
    other: '{total} produits sont restés tels quels :',
  },
  'Clocks: the database is {seconds} s ahead of this machine; synchronize both clocks with NTP':
    'Horloges : la base de données avance de {seconds} s sur cette machine ; synchronisez les deux horloges avec NTP',
  'Clocks: the database is {seconds} s behind this machine; synchronize both clocks with NTP':
    'Horloges : la base de données retarde de {seconds} s sur cette machine ; synchronisez les deux horloges avec NTP',
  'Parts of these countries with a VAT of their own: {places}, or another code, like RE.':
    'Parties de ces pays qui ont leur propre TVA : {places}, ou un autre code comme RE.',
} as const
