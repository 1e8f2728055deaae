/** Texts of src/console/people. */
export const peopleTexts = {
  // Customers and the team
  Users: 'Comptes',
  'With an account': 'Avec un compte',
  Guests: 'Invités',
  'Email, name or id': 'E-mail, nom ou identifiant',
  Registered: 'Inscrit',
  Role: 'Rôle',
  Admin: 'Administrateur',
  Staff: 'Personnel',
  Verified: 'Vérifié',
  'Not verified': 'Non vérifié',
  'Last seen': 'Vu pour la dernière fois',
  'Signed in': 'Connecté',
  Sessions: 'Sessions',
  'Second factors': 'Seconds facteurs',
  'Authenticator app': 'Application d’authentification',
  'Audit log': 'Journal',
  Action: 'Action',
  Browser: 'Navigateur',
  Access: 'Accès',
  'Change role': 'Modifier le rôle',
  'Change the role? This signs the user out everywhere.':
    'Modifier le rôle ? La personne est alors déconnectée partout.',
  'Disable the account': 'Désactiver le compte',
  'Disable the account? Its sessions, reset links and API keys stop working, and the user gets no more emails. What else the user has made waits, and is listed below.':
    'Désactiver le compte ? Ses sessions, liens et clés d’API ne fonctionnent plus, et la personne ne reçoit ' +
    'plus d’e-mails. Ce qu’elle a créé d’autre attend et figure ci-dessous.',
  'Reset second factors': 'Réinitialiser les seconds facteurs',
  'Have you verified who is asking? All second factors and recovery codes of this account stop working. You get one recovery code to hand over.':
    'Avez-vous vérifié qui demande ? Tous les seconds facteurs et codes de secours de ce compte cessent de ' +
    'fonctionner. Vous recevez un code de secours à remettre.',
  'Password reset requested': 'Réinitialisation du mot de passe demandée',
  'Invite a colleague': 'Inviter un collègue',
  'Send the invitation': 'Envoyer l’invitation',
  Invited: 'Invité',
  'Sees and does everything, and manages the team.': 'Voit et fait tout, et gère l’équipe.',
  'Sees and does what is ticked below.': 'Voit et fait ce qui est coché ci-dessous.',
  'Orders, packing slips, returns and withdrawals. Cancelling a paid order or accepting a withdrawal pays it back.':
    'Commandes, bordereaux de colisage, retours et rétractations. Annuler une commande payée ou accepter une ' +
    'rétractation la rembourse.',
  'Products, their pictures, files and stock.': 'Produits, avec leurs images, fichiers et stock.',
  'Customers, their messages, emails and announcements.': 'Clients, avec leurs messages, e-mails et annonces.',
  Money: 'Argent',
  'Sales, payments, refunds, invoices, VAT, delivery prices and discount codes.':
    'Ventes, paiements, remboursements, factures, TVA, prix de livraison et codes de réduction.',
  'Name and look, legal pages, words of emails. The bank account needs Money too, addresses that get data need Orders or Customers.':
    'Nom et apparence, pages légales, textes des e-mails. Le compte bancaire exige aussi Argent ; les ' +
    'adresses qui reçoivent des données exigent Commandes ou Clients.',
  None: 'Aucun',
} as const
