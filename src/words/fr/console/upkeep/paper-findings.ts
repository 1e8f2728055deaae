/** Findings about invoices, e-invoices and VAT, in French. */
export const paperFindings = {
  'More than {number}': 'Plus de {number}',
  'Invoices are kept for {count} years.': {
    one: 'Les factures sont conservées {count} an.',
    other: 'Les factures sont conservées {count} ans.',
  },
  'Invoices say why they have no VAT in the words of the European directive, because no source was found for those of {country}. Ask your tax adviser for the sentence, and write it into the lines of invoices.':
    'Les factures expliquent l’absence de TVA par les termes de la directive européenne, car aucune source n’a ' +
    'été trouvée pour ce pays : {country}. Demandez la phrase à votre conseiller fiscal, et écrivez-la dans ' +
    'les lignes des factures.',
  'Write it': 'L’écrire',
  'From 1 January 2027, and for sellers who are no companies from 1 July 2027, Spain wants invoices of programs that keep records for VERI*FACTU. Semel keeps none. Write your invoices with another program by then, and choose "Not here" in the settings.':
    'À partir du 1er janvier 2027, et du 1er juillet 2027 pour les vendeurs qui ne sont pas des sociétés, ' +
    'l’Espagne veut des factures de programmes qui tiennent des registres pour VERI*FACTU. Semel n’en tient ' +
    'pas. D’ici là, établissez vos factures avec un autre programme, et choisissez « Pas ici : nous les ' +
    'établissons ailleurs » dans les réglages.',
  "No font has some letters of the shop's name, address or facts ({letters}). PDFs of invoices will show a sign in their places. Enter them in Latin letters.":
    'Aucune police n’a certaines lettres du nom, de l’adresse ou des données de la boutique ({letters}). Les ' +
    'PDF des factures montrent un signe à leur place. Saisissez-les en lettres latines.',
  '{orders} and {count} more': '{orders} et {count} autres',
  'No font has some letters of {orders}. The PDF of the invoice will show a sign in their places. Ask for the name in Latin letters, or send the printed page of the invoice.':
    'Aucune police n’a certaines lettres de {orders}. Le PDF de la facture montre un signe à leur place. ' +
    'Demandez le nom en lettres latines, ou envoyez la page imprimée de la facture.',
  'the buyer with a country': 'l’acheteur avec son pays',
  'the VAT of each line': 'la TVA de chaque ligne',
  'a currency of two decimals at most': 'une devise à deux décimales au plus',
  'VAT that is less than 1.00 away from its rate': 'une TVA à moins de 1,00 de son taux',
  'the VAT identifier of the seller': 'le numéro de TVA du vendeur',
  'the VAT identifier or the tax number of the seller': 'le numéro de TVA ou le numéro fiscal du vendeur',
  'the street of the seller': 'la rue du vendeur',
  'the town of the seller': 'la ville du vendeur',
  'the postcode of the seller': 'le code postal du vendeur',
  'the phone number of the seller': 'le numéro de téléphone du vendeur',
  'the email address of the seller': 'l’adresse e-mail du vendeur',
  'the electronic address of the seller in the Peppol network':
    'l’adresse électronique du vendeur dans le réseau Peppol',
  'the register number of the seller': 'le numéro d’immatriculation du vendeur',
  'the town of the buyer': 'la ville de l’acheteur',
  'the postcode of the buyer': 'le code postal de l’acheteur',
  'the VAT identifier of the buyer': 'le numéro de TVA de l’acheteur',
  'the electronic address of the buyer in the Peppol network':
    'l’adresse électronique de l’acheteur dans le réseau Peppol',
  'the day of the delivery': 'le jour de la livraison',
  'the place of the delivery, as the profile wants it': 'le lieu de la livraison, comme le profil le veut',
  'a means of payment that the country allows': 'un moyen de paiement que le pays autorise',
  'facts that the country of the seller wants and that no shop can enter':
    'des données que le pays du vendeur exige et qu’aucune boutique ne peut saisir',
  'Nobody can order to {countries}: there is no rate of VAT, and those of "all other countries" are not for the Union. Add it.':
    'Personne ne peut commander vers {countries} : il n’y a pas de taux de TVA, et ceux de « tous les autres ' +
    'pays » ne valent pas pour l’Union. Ajoutez-le.',
  'other countries': 'd’autres pays',
  '{number} countries, such as {country}': '{number} pays, comme {country}',
  '{count} of the newest {most} products have no weight, so a delivery method that goes by weight is too cheap for them, and carries any number of them. Enter it.':
    {
      one:
        '{count} des {most} derniers produits n’a pas de poids ; un mode de livraison au poids est donc trop bon ' +
        'marché pour lui, et en transporte autant qu’on veut. Saisissez-le.',
      other:
        '{count} des {most} derniers produits n’ont pas de poids ; un mode de livraison au poids est donc trop bon ' +
        'marché pour eux, et en transporte autant qu’on veut. Saisissez-le.',
    },
  'Sales to other member states without VAT: {now} in {year}, {before} in {earlier}.':
    'Ventes hors TVA vers d’autres États membres : {now} en {year}, {before} en {earlier}.',
  'This is more than the {limit} up to which your own VAT counts there. Register for the One Stop Shop, and choose the VAT of the destination.':
    'C’est plus que les {limit} jusqu’auxquels votre propre TVA s’y applique. Inscrivez-vous au guichet ' +
    'unique, et choisissez la TVA du pays de destination.',
  'This is near the {limit} up to which your own VAT counts there.':
    'C’est proche des {limit} jusqu’auxquels votre propre TVA s’y applique.',
} as const
