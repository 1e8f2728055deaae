/** Reasons why the API did not do what staff asked for: products, prices, people, messages and settings. Browsers have these words. */
export const refusalsOfSettings = {
  '{label} must be a date like 2026-01-31': '{label} doit être une date comme 2026-01-31',
  '{label} must be a number': '{label} doit être un nombre',
  '{label} must have digits only': '{label} ne doit contenir que des chiffres',
  '{label} must be a web address like https://example.com/label':
    '{label} doit être une adresse web comme https://example.com/label',
  '{label} must be an address like https://example.com/webhooks':
    '{label} doit être une adresse comme https://example.com/webhooks',
  '{label} must be a scheme and an address, such as 0208:0123456789':
    '{label} doit être un schéma et une adresse, par exemple 0208:0123456789',
  '{label} must have 8 or 11 letters and digits, like COBADEFFXXX':
    '{label} doit comporter 8 ou 11 lettres et chiffres, par exemple COBADEFFXXX',
  '{label} must be a color like #0f5a48: # and six digits or letters from a to f':
    '{label} doit être une couleur comme #0f5a48 : # et six chiffres ou lettres de a à f',
  '{label} is too light to be read: its contrast on the page is {ratio} to 1, and must be at least 4.5 to 1. Choose a darker color':
    '{label} a un contraste de {ratio} pour 1 sur la page, il faut au moins 4,5 pour 1. Choisissez une couleur plus foncée',
  '{label} is too dark: the contrast of errors on it is {ratio} to 1, and must be at least 4.5 to 1. Choose a lighter color':
    '{label} donne aux erreurs un contraste de {ratio} pour 1, il faut au moins 4,5 pour 1. Choisissez une couleur plus claire',
  '{label} is not possible for the first entry: there is none above it':
    '{label} est impossible pour la première entrée : aucune ne la précède',
  '{label} must begin with https:// or mailto:, or with / for a page of the shop':
    '{label} doit commencer par https:// ou mailto, ou par / pour une page de la boutique',
  '{label} must be two accounts, like 8400 = 8410': '{label} doit être deux comptes, par exemple 8400 = 8410',
  '{label} must be the two letters of a country, like FR':
    '{label} doit être les deux lettres d’un pays, par exemple FR',
  '{label} must be three capital letters like EUR': '{label} doit être trois lettres capitales comme EUR',
  '{label} must be the first six digits of the customs tariff number, like 6109.10':
    '{label} doit être les six premiers chiffres du numéro tarifaire, par exemple 6109.10',
  '{label} is named twice': '{label} est nommé deux fois',
  '{label} is required with an amount': '{label} est obligatoire avec un montant',
  '{label} is required, or another one': '{label} ou un autre champ est obligatoire',
  '{label} must differ from the prefix of the other documents':
    '{label} doit être différent du préfixe des autres documents',
  '{label} must be a JPEG, PNG or WebP picture': '{label} doit être une image JPEG, PNG ou WebP',
  '{label} must be a UUID': '{label} doit être un UUID',
  '{label} must be an address like https://…/{number}': '{label} doit être une adresse comme https://…/{number}',
  'Choose at least one permission': 'Choisissez au moins une autorisation',
  'Select at least one order': 'Sélectionnez au moins une commande',
  'Confirmed delivered': 'Arrivée confirmée',
  'The order is already processing.': 'La commande est déjà en préparation.',
  'The order is already shipped.': 'La commande est déjà expédiée.',
  'The order is already delivered.': 'La commande est déjà livrée.',
  'The return is already approved.': 'Le retour est déjà accepté.',
  'This delivery is not in doubt; it is sent.': 'Cet envoi n’est pas incertain ; il est parti.',
  'Account numbers': 'Numéros de compte',
} as const
