/** Texts of src/console/people. */
export const peopleTexts = {
  'Export customers and orders': 'Exporter les clients et les commandes',
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
  'Last seen': 'Dernière activité',
  'Signed in': 'Connecté',
  Sessions: 'Sessions',
  'Second factors': 'Seconds facteurs',
  'Audit log': 'Journal',
  Action: 'Action',
  Browser: 'Navigateur',
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
  'Address book': 'Carnet d’adresses',
  Default: 'Par défaut',
  Deliveries: 'Envois',
  'Ended.': 'Terminé.',
  Revoke: 'Révoquer',
  Disable: 'Désactiver',
  'API key': 'Clé d’API',
  Webhook: 'Webhook',
  'Made by this user': 'Créé par cet utilisateur',
  'It works while this user may make it. End what you do not know.':
    'Cela fonctionne tant que cet utilisateur y a droit. Arrêtez ce que vous ne connaissez pas.',
  Works: 'Actif',
  'These customers have lost their phone and their recovery codes. They get a link at the end of three days, and nothing here makes it faster. Where your approval is needed, the password proves nothing that the mailbox does not: ask for something that only the owner knows, such as what they ordered last.':
    'Ces clients ont perdu leur téléphone et leurs codes de secours. Ils reçoivent un lien au bout de trois jours, ' +
    'et rien ici ne l’accélère. Là où votre accord est requis, le mot de passe ne prouve rien de plus que la boîte ' +
    'aux lettres : demandez ce que seul le titulaire sait, comme sa dernière commande.',
  'Nobody here': 'Personne',
  'Customers ask for this on the page for their code.': 'Les clients le demandent sur la page de leur code.',
  'The owner objected': 'Le titulaire s’y est opposé',
  'Signed in after all': 'Connecté finalement',
  'Address changed': 'Adresse modifiée',
  'Account disabled': 'Compte désactivé',
  Recovered: 'Rétabli',
  'Account since': 'Compte depuis',
  'Last sign-in': 'Dernière connexion',
  'None on record': 'Aucune connue',
  'Confirmed while signed in': 'Confirmée en étant connecté',
  'Confirmed by a click alone': 'Confirmée par un simple clic',
  'Asked from': 'Demandé depuis',
  'A known browser or network': 'Un navigateur ou réseau connu',
  'A browser and network that are new': 'Un navigateur et un réseau nouveaux',
  'May have been set by a link': 'Peut-être défini par un lien',
  'Used with a second factor before': 'Déjà utilisé avec un second facteur',
  Approved: 'Approuvée',
  'Link sent': 'Lien envoyé',
  'Are you sure that the owner of the account asks? Whoever reads the mailbox then gets the account.':
    'Êtes-vous sûr que le titulaire du compte le demande ? Qui lit la boîte aux lettres obtient alors le compte.',
  'Approved. The link leaves when the time is over.': 'Approuvée. Le lien part à la fin du délai.',
  'Decline this request? The owner of the account gets an email about it.':
    'Refuser cette demande ? Le titulaire du compte en est informé par e-mail.',
  'Declined.': 'Refusée.',
  'Invitation on its way. Its link works once, for 7 days.':
    'L’invitation est en route. Son lien vaut une fois, pendant 7 jours.',
  'Sent again. The link works for 7 days from now on.': 'Renvoyée. Le lien est valable 7 jours à partir de maintenant.',
  'Invitation withdrawn. Its link no longer works.': 'Invitation retirée. Son lien ne fonctionne plus.',
  Disabled: 'Désactivé',
  'Nobody can accept it, because whoever sent it is no active admin. Send it again to make it yours.':
    'Personne ne peut l’accepter, car son auteur n’est plus administrateur actif. Renvoyez-la pour la reprendre.',
  'works until': 'valable jusqu’au',
  'Code reused (refused)': 'Code réutilisé (refusé)',
  'This is not a person. The orders of all deleted accounts belong to it.':
    'Ce n’est pas une personne. Les commandes de tous les comptes supprimés lui appartiennent.',
  'No active sessions.': 'Aucune session active.',
  'Nobody matches': 'Personne trouvée',
  'Search for the beginning of an email or a name, or for an id.':
    'Cherchez le début d’un e-mail ou d’un nom, ou un identifiant.',
  'This customer has ordered without an account. Each such order has a guest of its own.':
    'Ce client a commandé sans compte. Chaque commande de ce type a son propre invité.',
  'The order': 'La commande',
  'Orders with this address': 'Commandes avec cette adresse',
  Guest: 'Invité',
  'Role changed. The user is signed out everywhere.': 'Rôle modifié. L’utilisateur est déconnecté partout.',
  'Change permissions': 'Modifier les autorisations',
  'Permissions changed. They count at once.': 'Autorisations modifiées. Elles valent aussitôt.',
  'Account disabled. The user is signed out everywhere.': 'Compte désactivé. L’utilisateur est déconnecté partout.',
  'Enable the account': 'Activer le compte',
  'Enable the account? The user can sign in again.': 'Activer le compte ? L’utilisateur peut de nouveau se connecter.',
  'Account enabled.': 'Compte activé.',
} as const
