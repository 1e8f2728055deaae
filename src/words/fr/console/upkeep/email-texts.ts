/** Texts of the console about words of emails and languages in French. */
export const emailTextTexts = {
  'Language {n}': 'Langue {n}',
  '{currency} (no longer in use)': '{currency} (n’a plus cours)',
  '{currency} (cannot be paid online)': '{currency} (paiement en ligne impossible)',
  '{label} ({language})': '{label} ({language})',
  'Words of the email: {email} ({language})': 'Texte de l’e-mail : {email} ({language})',
  'These words cannot be filled in since {time}: {failure} Emails go out with the built-in text until you change yours.':
    'Ce texte ne peut plus être rempli depuis {time} : {failure} Les e-mails partent avec le texte d’origine ' +
    'jusqu’à ce que vous modifiiez le vôtre.',
  'The name of your shop.': 'Le nom de votre boutique.',
  'Such as "Hello Ada Lovelace,", or "Hello," where the name is unknown or may not be shown.':
    'Comme « Bonjour Ada Lovelace, », ou « Bonjour, » quand le nom est inconnu ou ne peut pas être affiché.',
  'The name of the customer. It can be empty, because unconfirmed addresses get no text of a stranger.':
    'Le nom du client. Il peut être vide, car une adresse non confirmée ne reçoit pas le texte d’un inconnu.',
  'The number of the order, without #.': 'Le numéro de la commande, sans #.',
  'What the order costs, such as €19.99.': 'Ce que coûte la commande, comme 19,99 €.',
  'When it was placed, by the clock of your shop.': 'Quand elle a été passée, à l’heure de votre boutique.',
  'The tracking number. It can be empty.': 'Le numéro de suivi. Il peut être vide.',
  'Who carries the parcel. It can be empty.': 'Qui transporte le colis. Il peut être vide.',
  'The address where the parcel can be followed. It can be empty.':
    'L’adresse où suivre le colis. Elle peut être vide.',
  'What the cancellation means for the money.': 'Ce que l’annulation signifie pour l’argent.',
  'The number of the invoice or credit note.': 'Le numéro de la facture ou de l’avoir.',
  'The name of the product.': 'Le nom du produit.',
  'Its SKU.': 'Son SKU.',
  'Its price.': 'Son prix.',
  'What has changed, such as "Your password was changed".':
    'Ce qui a changé, comme « Votre mot de passe a été modifié ».',
  'When it happened, by the clock of your shop.': 'Quand cela s’est produit, à l’heure de votre boutique.',
  'The sign-in methods that were disabled.': 'Les méthodes de connexion désactivées.',
  'The subject of the announcement.': 'L’objet de l’annonce.',
  'The name of who wrote the message, or the address where it has none.':
    'Le nom de l’auteur du message, ou son adresse s’il n’en a pas donné.',
  'What the draft order costs, such as €19.99.': 'Le prix de la commande à confirmer, par exemple 19,99 €.',
  'The name and the address.': 'Le nom et l’adresse.',
  'When it came, by the clock of your shop.': 'Quand il est arrivé, à l’heure de votre boutique.',
  'When the withdrawal came, by the clock of your shop.':
    'Quand la rétractation est arrivée, à l’heure de votre boutique.',
  'The name of the admin who invites. It can be empty.': 'Le nom de l’administrateur qui invite. Il peut être vide.',
  'Until when the link works, by the clock of your shop.':
    'Jusqu’à quand le lien est valable, à l’heure de votre boutique.',
  'The address of the webhook.': 'L’adresse du webhook.',
  'Why it was disabled.': 'Pourquoi il a été désactivé.',
  'Edit {page} in {language}': 'Modifier {page} en {language}',
  'Text {number}': 'Texte {number}',
  'Laws may want on your papers: {facts}.': 'La loi peut exiger sur vos documents : {facts}.',
  'Emails come from {address}. Whoever runs the server decides the address.':
    'Les e-mails viennent de {address}. La personne qui exploite le serveur choisit cette adresse.',
  '{done} of {all} steps are done. {orders}; nobody but you sees this list.':
    '{done} étapes sur {all} sont faites. {orders} ; vous seul voyez cette liste.',
  '{number} missing': '{number} manquants',
  'your legal form, or that you are a sole trader': 'votre forme juridique, ou que vous êtes entrepreneur individuel',
  'The first words and the picture that customers see, until you publish a home page of blocks.':
    'Les premiers mots et l’image que voient les clients, jusqu’à ce que vous publiiez une page d’accueil en blocs.',
  'Factur-X and ZUGFeRD (XML)': 'Factur-X et ZUGFeRD (XML)',
  "The law of the shop's country wants an invoice kept for {years} years after the end of its year ({law}).":
    'La loi du pays de la boutique exige qu’une facture soit gardée {years} ans après la fin de son année ({law}).',
  "The law of the shop's country wants an invoice kept for {years} years after the end of the year in which its VAT fell due ({law}).":
    'La loi du pays de la boutique exige qu’une facture soit gardée {years} ans après la fin de l’année où sa ' +
    'TVA est devenue exigible ({law}).',
} as const
