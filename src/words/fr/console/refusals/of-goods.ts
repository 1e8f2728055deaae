/** Reasons why the API did not do what staff asked for: products, groups, files, blocks and pictures. The browser has these words too. */
export const refusalsOfGoods = {
  'The stock has changed meanwhile: it is {stock} now, and was {seen} when you read it.':
    'Le stock a changé entre-temps : il est maintenant de {stock} et était de {seen} quand vous l’avez lu.',
  '{label} cannot be sent with {other}': '{label} : impossible avec {other}',
  '{label} is required with {other}': '{label} : obligatoire avec {other}',
  '{label} makes the price lower than 0': '{label} : le prix serait inférieur à 0',
  '{label} makes the price too high': '{label} : le prix serait trop élevé',
  'There is no such product, or it is archived.': 'Ce produit n’existe pas, ou il est archivé.',
  '{label} is like {sku}, which a spreadsheet may have changed':
    '{label} ressemble à {sku}, qu’un tableur a peut-être modifié',
  '{label} is required, because there is no product with this SKU':
    '{label} : obligatoire, car aucun produit n’a ce SKU',
  '{label} was seen, but there is no such product now': '{label} : indiqué, mais ce produit n’existe plus',
  '{label} cannot be noted, because the stock of this product is not counted':
    '{label} : impossible à noter, car le stock de ce produit n’est pas compté',
  '{label} must be {bound}, because the stock is {stock}': '{label} : {bound}, car le stock est de {stock}',
  'A category with the name {name} already exists. Use another name, or merge the two.':
    'Une catégorie du nom {name} existe déjà. Prenez un autre nom, ou fusionnez les deux.',
  'There is no such category.': 'Cette catégorie n’existe pas.',
  '{label} must be a product of the group': '{label} : un produit du groupe',
  'There is no product {id}.': 'Le produit {id} n’existe pas.',
  'A group with the name {name} already exists. Use another name.':
    'Un groupe du nom {name} existe déjà. Prenez un autre nom.',
  'A product with the SKU {sku} already exists. Use another SKU.':
    'Un produit avec le SKU {sku} existe déjà. Prenez un autre SKU.',
  '{label} must be a word without a colon or a semicolon': '{label} : un mot sans deux-points ni point-virgule',
  '{label} must be a word without a semicolon': '{label} : un mot sans point-virgule',
  '{label} must be an option of the group: {options}': '{label} : une option du groupe, {options}',
  'There is no such product in this group.': 'Ce produit n’est pas dans ce groupe.',
  'There is no such group of products.': 'Ce groupe de produits n’existe pas.',
  'There is no such group.': 'Ce groupe n’existe pas.',
  'There is no such picture.': 'Cette image n’existe pas.',
  '{label} does not fit: a product has at most {limit} pictures':
    '{label} : plus de place. Un produit a au plus {limit} images',
  '{label} does not fit: a group has at most {limit} pictures':
    '{label} : plus de place. Un groupe a au plus {limit} images',
  '{label} does not fit: a page has at most {limit} blocks':
    '{label} : plus de place. Une page a au plus {limit} blocs',
  '{label} does not fit: a site has at most {limit} pictures':
    '{label} : plus de place. Un site a au plus {limit} images',
  '{label} cannot be imported. {refusal}': '{label} : import impossible. {refusal}',
  'There is no such import, or it has expired. Upload the file again.':
    'Cet import n’existe pas, ou il a expiré. Envoyez le fichier de nouveau.',
  'There is no such import.': 'Cet import n’existe pas.',
  '{label} must be below the regular price': '{label} : inférieur au prix normal',
  '{label} must not be before sale_from': '{label} : pas avant le début de la promotion',
  '{label} is no picture of the site. It was removed': '{label} : image absente du site. Elle a été retirée',
  'There is no such page. Somebody has removed it.': 'Cette page n’existe pas. Quelqu’un l’a retirée.',
  'There is no such block. Somebody has removed it.': 'Ce bloc n’existe pas. Quelqu’un l’a retiré.',
  '{label} must be words of small letters a to z and digits, with hyphens, like our-story':
    '{label} : des mots en minuscules de a à z et des chiffres, avec des traits d’union, comme notre-histoire',
  '{label} is the name of another page of the shop': '{label} : nom d’une autre page de la boutique',
  '{label} belongs to another page': '{label} : appartient à une autre page',
  '{label} must have a value for {options}': '{label} : il manque une valeur pour {options}',
  '{label} must not be empty for any customer': '{label} : ne doit être vide pour aucun client',
  '{label} must not be given together with {other}': '{label} : pas en même temps que {other}',
  '{label} must contain "{words}", by which programs find this email':
    '{label} : doit contenir « {words} », par quoi des programmes trouvent cet e-mail',
  '{label} has codes with letters or a check digit, or a time that does not begin in 1970':
    '{label} : codes avec des lettres ou un chiffre de contrôle, ou temps qui ne commence pas en 1970',
  Names: 'Noms',
  Countries: 'Pays',
  'Leaves out': 'Exceptions',
  'Product ids': 'Numéros de produits',
  Options: 'Options',
  Columns: 'Colonnes',
  Languages: 'Langues',
  Bands: 'Tranches',
} as const
