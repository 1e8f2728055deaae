/** Texts of src/console/packing and src/console/notes. */
export const packingTexts = {
  // Many orders at once, and parcel numbers
  'There is no such batch.': 'Ce lot n’existe pas.',
  'Ship these orders': 'Expédier ces commandes',
  'Correct them': 'Les corriger',
  'Check the parcel numbers': 'Vérifier les numéros de suivi',
  'Orders under way': 'Commandes en cours',
  'Taken back': 'Annulé',
  'Orders being prepared': 'Commandes en préparation',
  'Orders shipped': 'Commandes expédiées',
  'Orders delivered': 'Commandes livrées',
  'Orders paid': 'Commandes payées',
  '{done} of {total} orders are done. You can leave this page; the work goes on.':
    '{done} commandes sur {total} sont faites. Vous pouvez quitter cette page ; le travail continue.',
  'Show how far it is': 'Afficher l’avancement',
  '{total} orders being prepared.': {
    one: '{total} commande en préparation.',
    other: '{total} commandes en préparation.',
  },
  '{total} orders marked as shipped.': {
    one: '{total} commande marquée comme expédiée.',
    other: '{total} commandes marquées comme expédiées.',
  },
  '{total} orders will be marked as shipped.': {
    one: '{total} commande sera marquée comme expédiée.',
    other: '{total} commandes seront marquées comme expédiées.',
  },
  '{total} orders marked as delivered.': {
    one: '{total} commande marquée comme livrée.',
    other: '{total} commandes marquées comme livrées.',
  },
  '{total} orders marked as paid.': {
    one: '{total} commande marquée comme payée.',
    other: '{total} commandes marquées comme payées.',
  },
  '{total} orders put back.': {
    one: '{total} commande remise en arrière.',
    other: '{total} commandes remises en arrière.',
  },
  '{total} orders had left without a number.': {
    one: '{total} commande était partie sans numéro.',
    other: '{total} commandes étaient parties sans numéro.',
  },
  'They will get it.': 'Le numéro sera ajouté.',
  'They have it now.': 'Le numéro est maintenant ajouté.',
  '{total} orders had this number already. Nothing changes.': {
    one: '{total} commande avait déjà ce numéro. Rien ne change.',
    other: '{total} commandes avaient déjà ce numéro. Rien ne change.',
  },
  '{total} orders will stay as they are.': {
    one: '{total} commande restera telle quelle.',
    other: '{total} commandes resteront telles quelles.',
  },
  '{total} orders stayed as they were.': {
    one: '{total} commande est restée telle quelle.',
    other: '{total} commandes sont restées telles quelles.',
  },
  'There is nothing to ship in this file.': 'Il n’y a rien à expédier dans ce fichier.',
  'Another file': 'Un autre fichier',
  'It was taken back.': 'Cela a été annulé.',
  'Orders that stay': 'Commandes qui restent',
  'All other orders': 'Toutes les autres commandes',
  Waiting: 'En attente',
  Moves: 'Avance',
  'Gets its number': 'Reçoit son numéro',
  'Has it already': 'L’a déjà',
  Stays: 'Reste',
  Outcome: 'Résultat',
  'Files with {total} parcels for the programs of carriers. The reference is the number of the order, so that their file with the parcel numbers can be read here.':
    {
      one:
        'Fichiers avec {total} colis pour les logiciels des transporteurs. La référence est le numéro de la ' +
        'commande, pour que leur fichier avec les numéros de suivi puisse être lu ici.',
      other:
        'Fichiers avec {total} colis pour les logiciels des transporteurs. La référence est le numéro de la ' +
        'commande, pour que leur fichier avec les numéros de suivi puisse être lu ici.',
    },
  '{total} without a delivery address, or collected, are left out.':
    '{total} sans adresse de livraison, ou à retirer, sont ignorées.',
  'File for {program}': 'Fichier pour {program}',
  'The program reads at most {most} rows at once; these are {rows}.':
    'Le logiciel lit au plus {most} lignes à la fois ; il y en a {rows}.',
  '{total} things to look at': {
    one: '{total} point à vérifier',
    other: '{total} points à vérifier',
  },
  'and {total} more': 'et {total} de plus',
  'There is no such file.': 'Ce fichier n’existe pas.',
  'Scan or type the number of each parcel. Orders without a number stay as they are.':
    'Scannez ou saisissez le numéro de chaque colis. Les commandes sans numéro restent telles quelles.',
  'Read them from a file': 'Les lire depuis un fichier',
  'These are the first {most} of {total} orders.': 'Voici les {most} premières commandes sur {total}.',
  'Parcel numbers from a file': 'Numéros de suivi depuis un fichier',
  'Programs of carriers write the numbers back as a CSV file. One column has the parcel number, and another one the number of the order or the reference that we gave the carrier. You see what will happen before anything is sent.':
    'Les logiciels des transporteurs renvoient les numéros dans un fichier CSV. Une colonne contient le ' +
    'numéro de suivi, une autre le numéro de la commande ou la référence donnée au transporteur. Vous voyez ' +
    'ce qui va se passer avant tout envoi.',
  'File of the carrier’s program': 'Fichier du logiciel du transporteur',
  'CSV, up to 2,000 rows. The same file twice does no harm.':
    'CSV, jusqu’à 2 000 lignes. Le même fichier deux fois ne gêne pas.',
  'Read the file': 'Lire le fichier',

  // Notes and tags
  'Keep the note': 'Enregistrer la note',
  'Note kept. No customer reads it.': 'Note enregistrée. Aucun client ne la lit.',
  'Remove this note for good?': 'Retirer définitivement cette note ?',
  'Note removed.': 'Note retirée.',
  Tag: 'Étiquette',
  'Add the tag': 'Ajouter l’étiquette',
  'Tag added. No customer reads it.': 'Étiquette ajoutée. Aucun client ne la lit.',
  'Tag removed.': 'Étiquette retirée.',
  'Somebody who is gone': 'Quelqu’un qui n’est plus là',
  'Notes and tags': 'Notes et étiquettes',
  'Only staff read them here. Customers get them when they ask for a copy of their data.':
    'Seul le personnel les lit ici. Les clients les reçoivent s’ils demandent une copie de leurs données.',
} as const
