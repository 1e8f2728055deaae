/** Texts of src/console/settings. */
export const settingsTexts = {
  // Set-up and groups of settings
  'Set up your shop': 'Configurez votre boutique',
  'Open the shop': 'Ouvrir la boutique',
  'Name and look': 'Nom et apparence',
  'The heading of the home page': 'Le titre de la page d’accueil',
  Legal: 'Mentions légales',
  'Legal facts': 'Données légales',
  Selling: 'Vente',
  'Bank account': 'Compte bancaire',
  'First product': 'Premier produit',
  'Sender and news of orders': 'Expéditeur et avis de commandes',
  'Send a test': 'Envoyer un test',
  'No email has arrived: see what went wrong': 'Aucun e-mail n’est arrivé : voyez ce qui n’a pas marché',
  'Laws may want on your papers: your legal form, or that you are a sole trader.':
    'La loi peut exiger sur vos documents : votre forme juridique, ou que vous êtes entrepreneur individuel.',
  'Each country has its own rates. They are under "VAT rates".':
    'Chaque pays a ses propres taux. Ils sont sous « Taux de TVA ».',
  'Chart of accounts for DATEV': 'Plan comptable pour DATEV',
  'Number of the tax adviser at DATEV': 'Numéro du conseiller fiscal chez DATEV',
  'Your adviser knows it (Beraternummer). With 0 it stays empty, and the adviser fills it in.':
    'Votre conseiller le connaît (Beraternummer). Avec 0, il reste vide et le conseiller le complète.',
  'Your number there': 'Votre numéro chez lui',
  'Mandantennummer.': 'Mandantennummer.',
  'Accounts of your own': 'Comptes propres',
  'One on each line: the usual account, and yours, like 8400 = 8410. They count in files for DATEV and FEC.':
    'Un par ligne : le compte habituel et le vôtre, par exemple 8400 = 8410. Ils valent dans les fichiers DATEV et FEC.',
  'Sent again. The link works for 3 days from now on.': 'Renvoyé. Le lien est valable 3 jours à partir de maintenant.',
  'Take over': 'Reprendre',
  'The address is yours now.': 'L’adresse est désormais la vôtre.',
  'Withdrawn. Nothing goes to that address.': 'Retirée. Rien n’est envoyé à cette adresse.',
  'Answers go to': 'Les réponses vont à',
  'New orders': 'Nouvelles commandes',
  'Not in use yet': 'Pas encore utilisées',
  'An email with a link went there. Until its reader confirms, everything goes where it went before.':
    'Un e-mail avec un lien y a été envoyé. Jusqu’à sa confirmation, tout va à l’adresse précédente.',
  'Whoever entered it may no longer change it, so everything goes to the address for questions of customers.':
    'La personne qui l’a saisie ne peut plus la modifier. Tout va donc à l’adresse pour les questions des clients.',
  'Waits for confirmation': 'En attente de confirmation',
  Paused: 'Suspendue',
  'a former user': 'un ancien utilisateur',
  'Carrier {n}': 'Transporteur {n}',
  'Page of a parcel': 'Page d’un colis',
  'https://… with {number} where the number stands. {postcode} and {country} of the delivery are possible too.':
    'https://… avec {number} à la place du numéro. {postcode} et {country} de la livraison sont aussi possibles.',
  'Change the words': 'Modifier les textes',
  Subject: 'Objet',
  'Text before the facts': 'Texte avant les informations',
  'Text after the facts': 'Texte après les informations',
  Footer: 'Pied de page',
  'Save and preview': 'Enregistrer et prévisualiser',
  'Saved. Emails have these words from now on.': 'Enregistré. Les e-mails ont désormais ces textes.',
  'Send a test to me': 'M’envoyer un test',
  'A test is on its way to {sentTo}.': 'Un test est en route vers {sentTo}.',
  'Back to the built-in text': 'Revenir au texte d’origine',
  'Go back to the built-in text? Your words of this email are deleted.':
    'Revenir au texte d’origine ? Vos textes de cet e-mail seront supprimés.',
  'The email has the built-in text again.': 'L’e-mail a de nouveau le texte d’origine.',
  Edit: 'Modifier',
  'Edit {email} in {language}': 'Modifier {email} en {language}',
  'Words of emails': 'Textes des e-mails',
  'Say it your way. What you leave out has the built-in words.':
    'Dites-le à votre manière. Ce que vous omettez garde le texte d’origine.',
  'How to write them': 'Comment les rédiger',
  'Emails by language': 'E-mails par langue',
  'Built-in': 'D’origine',
  Fails: 'En erreur',
  'Your words': 'Vos textes',
  'Try it': 'Essayer',
  'As customers get it': 'Tel que les clients le reçoivent',
  'What you can insert': 'Ce que vous pouvez insérer',
  'The built-in text': 'Le texte d’origine',
  'Here with made-up facts.': 'Ici avec des informations fictives.',
  'As plain text': 'En texte brut',
  'To begin with: copy what you want to change.': 'Pour commencer : copiez ce que vous voulez modifier.',
  'A line between paragraphs. **bold**, [words](https://…) for a link.':
    'Une ligne vide entre les paragraphes. **gras**, [mots](https://…) pour un lien.',
  'Link {n}': 'Lien {n}',
  'Picture {n}': 'Image {n}',
  Words: 'Texte',
  'https://…, or a page of the shop like /contact.': 'https://… ou une page de la boutique, comme /contact.',
  'Main language': 'Langue principale',
  'Second language': 'Deuxième langue',
  'Third language': 'Troisième langue',
  'Shown to those who read none of the others.': 'Affichée à ceux qui ne lisent aucune des autres.',
  'Country of the shop': 'Pays de la boutique',
  'Time zone': 'Fuseau horaire',
  'Your days begin by it.': 'Vos journées commencent selon ce fuseau.',
  'Whose VAT your orders carry': 'De quel pays vos commandes portent la TVA',
  'That of the place they go to': 'Celle du lieu de livraison',
  'You are registered for the One Stop Shop (OSS).': 'Vous êtes inscrit au guichet unique (OSS).',
  'Within the European Union, that of your country': 'Dans l’Union européenne, celle de votre pays',
  'For consumers, while your sales to other member states stay below 10,000 € a year.':
    'Pour les consommateurs, tant que vos ventes vers d’autres États membres restent inférieures à 10 000 € par an.',
  'You are a small business that is exempt. Your invoices say so.':
    'Vous êtes une petite entreprise en franchise. Vos factures l’indiquent.',
  'Businesses in other member states pay no VAT': 'Les entreprises d’autres États membres ne paient pas de TVA',
  'For buyers with a VAT ID of another member state (reverse charge). Your own VAT ID has to be under "Legal".':
    'Pour les acheteurs ayant un numéro de TVA d’un autre État membre (autoliquidation). Le vôtre doit figurer sous « Mentions légales ».',
  'Their VAT IDs are checked': 'Leurs numéros de TVA sont vérifiés',
  'By form and check digits': 'Par la forme et les chiffres de contrôle',
  'Also at VIES; unchecked when VIES gives no answer': 'Aussi dans VIES ; non vérifiés si VIES ne répond pas',
  'The order says so. Check the number by hand before you ship.':
    'La commande l’indique. Vérifiez le numéro à la main avant d’expédier.',
  'Also at VIES; with VAT when VIES gives no answer': 'Aussi dans VIES ; avec TVA si VIES ne répond pas',
  'Like "2 to 4 working days".': 'Par exemple « 2 à 4 jours ouvrés ».',
  'European Union': 'Union européenne',
  'Rest of Europe': 'Reste de l’Europe',
  'Other countries': 'Autres pays',
  'What customers call your shop.': 'Le nom que les clients donnent à votre boutique.',
  Color: 'Couleur',
  'Of buttons and links, like #0f5a48. White must be readable on it; dark pages get a lighter one.':
    'Des boutons et des liens, par exemple #0f5a48. Le blanc doit y être lisible ; les pages sombres en ont une plus claire.',
  'The account for bank transfers. Customers read it at the checkout, on their order and in their email.':
    'Le compte pour les virements. Les clients le lisent au moment de payer, sur leur commande et dans leur e-mail.',
  'Leave it empty to use the company or person that sells.':
    'Laissez vide pour utiliser l’entreprise ou la personne qui vend.',
  'Days to pay': 'Jours pour payer',
  'From the order on.': 'À partir de la commande.',
  'What customers write on the transfer, like "TEA {order}". {order} becomes the number. Leave it empty for "Order 1043".':
    'Ce que les clients écrivent sur le virement, par exemple « THÉ {order} ». {order} devient le numéro. Laissez ' +
    'vide pour « Commande 1043 ».',
  'Hours until an unpaid online order is cancelled': 'Heures avant l’annulation d’une commande en ligne impayée',
  'Its pieces go back into stock. A payment at the last moment still counts.':
    'Ses pièces retournent en stock. Un paiement au dernier moment compte encore.',
  'Invoices are written': 'Les factures sont établies',
  'Nothing is written until "Legal" says who sells and from where.':
    'Rien n’est établi tant que « Mentions légales » ne dit pas qui vend et d’où.',
  'When an order is paid, at the latest when it is shipped':
    'Quand une commande est payée, au plus tard à l’expédition',
  'When an order is shipped': 'Quand une commande est expédiée',
  'Not here: we write them elsewhere': 'Pas ici : nous les établissons ailleurs',
  'The email to the customer': 'L’e-mail au client',
  'Brings the PDF': 'Contient le PDF',
  'Has a link to it': 'Contient un lien vers le PDF',
  'E-invoice beside the PDF': 'Facture électronique avec le PDF',
  'An invoice that says too little for it goes without. All of them can be downloaded on the page of the invoice.':
    'Une facture qui en dit trop peu part sans. Toutes peuvent être téléchargées sur la page de la facture.',
  'Before the number of an invoice': 'Avant le numéro d’une facture',
  'Before that of a credit note': 'Avant celui d’un avoir',
  'Numbers carry the year, and begin anew with it': 'Les numéros portent l’année et recommencent avec elle',
  No: 'Non',
  Digits: 'Chiffres',
  'With 5 the first one is 00001.': 'Avec 5, le premier est 00001.',
  'First number': 'Premier numéro',
  'Of a series that has none yet, such as those of the next year.':
    'D’une série qui n’en a pas encore, comme celle de l’année prochaine.',
  'Years to keep invoices': 'Années de conservation des factures',
  'After the end of their year, also when a customer deletes the account. Sales by the One Stop Shop are kept for 10.':
    'Après la fin de leur année, même si un client supprime son compte. Les ventes du guichet unique sont conservées 10 ans.',
  Title: 'Titre',
  '## begins a heading, - a list. **bold**, [words](https://…) for a link. A blank line begins a paragraph.':
    '## commence un titre, - une liste. **gras**, [mots](https://…) pour un lien. Une ligne vide commence un paragraphe.',
  'Saved. Customers see it when you publish it.': 'Enregistré. Les clients le voient quand vous le publiez.',
  'Publish this text? Customers read it from now on. It is kept for ever, because orders refer to it.':
    'Publier ce texte ? Les clients le lisent dès maintenant. Il est conservé pour toujours, car des commandes y renvoient.',
  'Take it off the shop': 'Retirer de la boutique',
  'Take this page off the shop? Customers no longer find it. Your text stays here.':
    'Retirer cette page de la boutique ? Les clients ne la trouvent plus. Votre texte reste ici.',
  'Customers no longer find this page.': 'Les clients ne trouvent plus cette page.',
  Write: 'Rédiger',
  'Write {page} in {language}': 'Rédiger {page} en {language}',
  'Which of them you need, and what they must say, depends on your country.':
    'Celles dont vous avez besoin, et ce qu’elles doivent dire, dépendent de votre pays.',
  'Legal pages by language': 'Pages légales par langue',
  Page: 'Page',
  Missing: 'Manque',
  'Published, with changes': 'Publié, avec modifications',
  'Your text': 'Votre texte',
  'As customers read it': 'Tel que les clients le lisent',
  'Customers do not see this page yet.': 'Les clients ne voient pas encore cette page.',
  'Published texts': 'Textes publiés',
  'Company or person': 'Entreprise ou personne',
  'Postal address': 'Adresse postale',
  'Like DE123456789.': 'Par exemple FR40303265045.',
  'Tax number': 'Numéro fiscal',
  'The one of your tax office. Most countries want it where there is no VAT ID.':
    'Celui de votre administration fiscale. La plupart des pays l’exigent sans numéro de TVA.',
  'Legal form': 'Forme juridique',
  'Such as GmbH, SAS or sole trader.': 'Par exemple SAS, SARL ou entrepreneur individuel.',
  Capital: 'Capital',
  'With its currency, where your law wants it on papers.':
    'Avec sa devise, là où votre droit l’exige sur les documents.',
  'Number in the register of companies': 'Numéro au registre du commerce',
  'Town or court of the register': 'Ville ou tribunal du registre',
  Directors: 'Dirigeants',
  'All who manage the company, and the head of its supervisory board.':
    'Tous ceux qui dirigent l’entreprise, et le président du conseil de surveillance.',
  'Contact for invoices': 'Contact pour les factures',
  'A person or a department. E-invoices for public offices need one.':
    'Une personne ou un service. Les factures électroniques au secteur public l’exigent.',
  'Phone of the contact': 'Téléphone du contact',
  'Email of the contact': 'E-mail du contact',
  'Leave it empty to use the address for answers.': 'Laissez vide pour utiliser l’adresse des réponses.',
  'Address for e-invoices': 'Adresse de facturation électronique',
  'With its scheme, like 0208:0123456789. Empty: your email.':
    'Avec son schéma, par exemple 0208:0123456789. Vide : votre e-mail.',
  'Lines on invoices': 'Lignes sur les factures',
  'Printed below each invoice and credit note, as you write them.':
    'Imprimées sous chaque facture et chaque avoir, telles que vous les écrivez.',
  'Lines in emails about orders': 'Lignes dans les e-mails de commande',
  'Printed below them, as you write them.': 'En bas, telles que vous les écrivez.',
  'A line each: the street, then the postcode and the town.':
    'Une ligne chacun : la rue, puis le code postal et la ville.',
  'Write the street on a line, and the postcode and the town on another.':
    'Écrivez la rue sur une ligne, le code postal et la ville sur une autre.',
  'Your shop is open.': 'Votre boutique est ouverte.',
  'The one you write in. Others come under "Languages".':
    'Celle dans laquelle vous écrivez. Les autres s’ajoutent sous « Langues ».',
  'Choose this language': 'Choisir cette langue',
  'Your shop speaks this language.': 'Votre boutique parle cette langue.',
  'Customers can order already': 'Les clients peuvent déjà commander',
  'Nobody can order yet': 'Personne ne peut encore commander',
  'The language that you write in': 'La langue dans laquelle vous écrivez',
  'The name of your shop': 'Le nom de votre boutique',
  '{text} in {language}': '{text} en {language}',
  'The page "{page}"': 'La page « {page} »',
  'The page "{page}" in {language}': 'La page « {page} » en {language}',
  'The company or person that sells': 'L’entreprise ou la personne qui vend',
  'Its postal address': 'Son adresse postale',
  'The IBAN for bank transfers': 'L’IBAN pour les virements',
  'Your time zone; check currency and country too': 'Votre fuseau horaire ; vérifiez aussi la devise et le pays',
  'How orders reach customers: turn a delivery method on, with your price, or add one':
    'Comment les commandes arrivent aux clients : activez un mode de livraison avec votre prix, ou ajoutez-en un',
  'A product that is for sale': 'Un produit en vente',
  'No email was sent yet: write an announcement and send a test of it to yourself':
    'Aucun e-mail envoyé : rédigez une annonce et envoyez-vous un test',
  '{count} missing': '{count} à faire',
  'The name, the logo and the color of your shop.': 'Le nom, le logo et la couleur de votre boutique.',
  'Links at the end of every page. Your legal pages are there by themselves.':
    'Liens au bas de chaque page. Vos pages légales y figurent d’elles-mêmes.',
  'Who sells, and from where.': 'Qui vend, et d’où.',
  'The name that customers see beside your emails, where their answers go, and what new orders tell you.':
    'Le nom que les clients voient avec vos e-mails, où vont leurs réponses et ce que les nouvelles commandes vous signalent.',
  Sender: 'Expéditeur',
  'Leave it empty to use the name of the shop.': 'Laissez vide pour utiliser le nom de la boutique.',
  'Seconds to undo': 'Secondes pour annuler',
  'How long an email waits after you ship an order or answer a message here: 0 to 25.':
    'Combien de temps un e-mail attend après que vous expédiez une commande ou répondez à un message ici : 0 à 25.',
  'A new order tells you': 'Une nouvelle commande vous est signalée',
  'Not by email': 'Pas par e-mail',
  'The menu counts the orders that wait.': 'Le menu compte les commandes en attente.',
  'At once': 'Aussitôt',
  'One email for each order.': 'Un e-mail par commande.',
  'Once a day': 'Une fois par jour',
  'One email in the night, about all orders of the day.': 'Un e-mail la nuit, sur toutes les commandes de la journée.',
  'At this address': 'À cette adresse',
  'Leave it empty to use the address for questions of customers.':
    'Laissez vide pour utiliser l’adresse des questions des clients.',
  Carriers: 'Transporteurs',
  'Carriers that Semel does not know, with the page where their parcels can be followed.':
    'Transporteurs que Semel ne connaît pas, avec la page de suivi de leurs colis.',
  'Country, VAT, time zone, currency and delivery time.': 'Pays, TVA, fuseau horaire, devise et délai de livraison.',
  'Tick the countries that you deliver to. If you tick none, you deliver everywhere.':
    'Cochez les pays où vous livrez. Si vous n’en cochez aucun, vous livrez partout.',
  'Your bank account, and how long customers have to pay.':
    'Votre compte bancaire, et le délai de paiement des clients.',
  'Invoice settings': 'Paramètres des factures',
  'When invoices are written, what their numbers look like, and how long they are kept.':
    'Quand les factures sont établies, à quoi ressemblent leurs numéros et combien de temps elles sont conservées.',
  Accounting: 'Comptabilité',
  'What the files for the program of your accountant need to know. They are under "Invoices".':
    'Ce que doivent savoir les fichiers pour votre comptable. Ils sont sous « Factures ».',
  'Return settings': 'Paramètres des retours',
  'How goods come back: for how long, to which address, with whose label.':
    'Comment les articles reviennent : pendant combien de temps, à quelle adresse, avec quelle étiquette.',
  'Goods come back to': 'Les articles reviennent à',
  'Leave it empty to use your company and its postal address.':
    'Laissez vide pour utiliser votre entreprise et son adresse postale.',
  'Days to withdraw': 'Jours pour se rétracter',
  'After the delivery. The law wants 14 at least.': 'Après la livraison. La loi en exige au moins 14.',
  'We send a label': 'Nous envoyons une étiquette',
  'You enter its address when you approve a return. Otherwise the customer pays for the parcel.':
    'Vous saisissez son adresse en acceptant un retour. Sinon, le client paie le colis.',
  'The languages of pages and emails for customers. Each member of staff chooses that of the console for the account.':
    'Les langues des pages et des e-mails pour les clients. Chacun choisit celle de la console dans son compte.',
  'Its check digits do not fit. Please compare it with the letter of your tax office.':
    'Ses chiffres de contrôle ne correspondent pas. Comparez-le avec la lettre de votre administration fiscale.',
  'Where your parcels go, for how much, and how long they take.':
    'Où vont vos colis, à quel prix et en combien de temps.',
  'By country and class, from which day on.': 'Par pays et par classe, à partir de quel jour.',
  'Imprint, terms, privacy, withdrawal and delivery.':
    'Mentions légales, conditions, confidentialité, rétractation et livraison.',
  'What each email says, in each language.': 'Ce que dit chaque e-mail, dans chaque langue.',
  'How the color looks': 'L’aspect de la couleur',
  'By day': 'De jour',
  'At night': 'De nuit',
  Button: 'Bouton',
  'Save the logo': 'Enregistrer le logo',
  'Remove the logo': 'Retirer le logo',
  'Save the picture': 'Enregistrer l’image',
  'Remove the picture': 'Retirer l’image',
  Logo: 'Logo',
} as const
