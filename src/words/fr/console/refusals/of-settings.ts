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
  '{label} is too light to be read: its contrast on the page is {contrast} to 1, and must be at least {least} to 1. Choose a darker color':
    '{label} : trop clair pour être lu. Le contraste sur la page est de {contrast} pour 1, il en faut au ' +
    'moins {least} pour 1. Choisissez une couleur plus foncée',
  '{label} is no longer in use. Choose the currency that took its place':
    '{label} : devise qui n’est plus utilisée. Choisissez celle qui l’a remplacée',
  '{label} may have small letters, digits and _': '{label} : lettres minuscules, chiffres et _ seulement',
  '{label} is the code of a carrier that Semel knows already':
    '{label} : code d’un transporteur que Semel connaît déjà',
  '{label} must not contain a user or a password': '{label} : ni utilisateur, ni mot de passe',
  '{label} must not have a placeholder in the name of the host': '{label} : pas de variable dans le nom du serveur',
  '{label} must contain {number}': '{label} : doit contenir {number}',
  '{label} has {placeholder}; the placeholders are {number}, {postcode} and {country}':
    '{label} contient {placeholder} ; les variables sont {number}, {postcode} et {country}',
  '{label} has a { or } that belongs to no placeholder': '{label} : une { ou une } n’appartient à aucune variable',
  '{label} is not a time zone. Write it like Europe/Paris':
    '{label} : fuseau horaire inconnu. Écrivez-le comme Europe/Paris',
  '{label} is not a currency. Write it like EUR, in three capital letters':
    '{label} : devise inconnue. Écrivez-la comme EUR, en trois lettres majuscules',
  '{label} has {code}, which is not a country. Write it like DE':
    '{label} contient {code}, qui n’est pas un pays. Écrivez-le comme DE',
  '{label} must contain {order}, and besides it only plain letters, digits and signs that banks pass on':
    '{label} : doit contenir {order}, et sinon des lettres simples, des chiffres et des signes que les ' +
    'banques transmettent',
  '{label} must not look like an account. Customers pay to the IBAN':
    '{label} : ne doit pas ressembler à un compte. Les clients paient sur l’IBAN',
  '{label} may have letters, digits and / . _ -, and must not end with a digit':
    '{label} : lettres, chiffres et / . _ -, sans chiffre à la fin',
  '{label} is there already': '{label} : déjà présent',
  'Nothing is written on this page yet.': 'Rien n’est encore écrit sur cette page.',
  'There is no such webhook.': 'Ce webhook n’existe pas.',
  'The secret of this webhook cannot be decrypted. Replace it.':
    'Le secret de ce webhook ne peut être déchiffré. Remplacez-le.',
  'This recovery request does not exist.': 'Cette demande n’existe pas.',
  'This recovery request is already approved.': 'Cette demande est déjà approuvée.',
  'This request needs no approval, or its account is no verified account of a customer.':
    'Cette demande n’a pas besoin d’approbation, ou son compte n’est pas celui d’un client confirmé.',
  'This is the last second factor. Add another one first.':
    'C’est le dernier second facteur. Ajoutez-en d’abord un autre.',
  'You cannot reset your own second factors here. Change them on the account page.':
    'Vous ne pouvez pas réinitialiser ici vos propres seconds facteurs. Modifiez-les sur la page du compte.',
  'This account was never confirmed with a first code. Its owner can register again.':
    'Ce compte n’a jamais été confirmé par un premier code. Son titulaire peut s’inscrire de nouveau.',
  '{label} must be in the future': '{label} : dans le futur',
  '{label} must be a network like 203.0.113.0/24 or 2001:db8::/32': '{label} : un réseau comme 203.0.113.0/24',
  'This user does not exist.': 'Cet utilisateur n’existe pas.',
  'This user does not exist, or you may not see it.': 'Cet utilisateur n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such user.': 'Ce compte n’existe pas.',
  'There is no such customer.': 'Ce client n’existe pas.',
  'There is no such invitation, or it was accepted already.':
    'Cette invitation n’existe pas, ou elle est déjà acceptée.',
  'There is no such address, or it was withdrawn.': 'Cette adresse n’existe pas, ou elle a été retirée.',
  'This API key does not exist or was already revoked.': 'Cette clé d’API n’existe pas, ou elle est déjà révoquée.',
  'You cannot disable your own account. Ask another admin.':
    'Vous ne pouvez pas désactiver votre propre compte. Demandez à un autre administrateur.',
  'You cannot change your own role. Ask another admin.':
    'Vous ne pouvez pas modifier votre propre rôle. Demandez à un autre administrateur.',
  'This is the only admin. Make another user an admin first.':
    'C’est le seul administrateur. Nommez-en d’abord un autre.',
  '{label} must be the id or the email address of a user': '{label} : le numéro ou l’adresse e-mail d’un utilisateur',
  '{label} is not a language that Semel has words in: {languages}':
    '{label} : langue dans laquelle Semel n’a pas de textes : {languages}',
  'There is no such announcement.': 'Cette annonce n’existe pas.',
  'There is no such draft. It was published or deleted.': 'Ce brouillon n’existe pas. Il a été publié ou supprimé.',
  'Somebody has changed this draft since you read it. Read it again.':
    'Quelqu’un a modifié ce brouillon entre-temps. Rechargez la page.',
  'This address is not suppressed.': 'Cette adresse n’est pas bloquée.',
  '{refusal} (line {line}, column {column})': '{refusal} (ligne {line}, colonne {column})',
  '{label} must insert {placeholder}': '{label} : il faut insérer {placeholder}',
  '{label} cannot use the tag "{tag}". Tags are {tags}':
    '{label} : la balise « {tag} » n’existe pas. Sont possibles {tags}',
  '{label} cannot use the filter "{filter}". Filters are {filters}':
    '{label} : le filtre « {filter} » n’existe pas. Sont possibles {filters}',
  '{label} is too much work': '{label} : trop de travail',
  '{label} takes too long to read, because it repeats signs such as *, _ or [ too often':
    '{label} : lecture trop longue, car des signes comme *, _ ou [ se répètent trop souvent',
  '{label} is nested too deeply': '{label} : trop de niveaux imbriqués',
  'You need the permission {permission} for this. Ask an admin.':
    'Il vous faut l’autorisation {permission}. Demandez à un administrateur.',
  '{label} is written as in the first drafts of PSKC, which have no TOTP':
    '{label} : écrit selon les premières ébauches de PSKC, qui n’ont pas de TOTP',
  'Sign in to send a file.': 'Connectez-vous pour envoyer un fichier.',
  'Only staff can send files.': 'Seul le personnel peut envoyer des fichiers.',
} as const
