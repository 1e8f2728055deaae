/** Findings of the overview and the system status. Each is an English sentence first, for logs and the command line. */
export const findingsTexts = {
  // Emails
  'Emails go out, and none is late or in doubt.': 'Les e-mails partent, et aucun n’est en retard ou incertain.',
  'No worker is active, so no email is delivered. Start one with: semel work':
    'Aucun worker n’est actif, donc aucun e-mail n’est envoyé. Lancez-en un avec : semel work',
  'Emails to customers cannot go out. No email is lost: all go out when the relay is back. For your technician: worker {number} cannot use the mail relay since {time} UTC: {error}. If SMTP_URL is wrong, correct it and restart.':
    'Les e-mails aux clients ne peuvent pas partir. Aucun n’est perdu : tous partiront au retour du relais. ' +
    'Pour votre technicien : le worker {number} ne peut pas utiliser le relais depuis {time} UTC : {error}. ' +
    'Si SMTP_URL est faux, corrigez-le et redémarrez.',
  'Some emails to customers may be late. No email is lost: all go out when the relay is back. For your technician: worker {number} cannot use the mail relay since {time} UTC: {error}. If SMTP_URL is wrong, correct it and restart.':
    'Certains e-mails aux clients peuvent être en retard. Aucun n’est perdu : tous partiront au retour du ' +
    'relais. Pour votre technicien : le worker {number} ne peut pas utiliser le relais depuis {time} UTC : ' +
    '{error}. Si SMTP_URL est faux, corrigez-le et redémarrez.',
  '{number} deliveries have waited longer than {seconds} seconds. No attempt has been made yet': {
    one: '{number} envoi attend depuis plus de {seconds} secondes. Aucun essai n’a encore eu lieu',
    other: '{number} envois attendent depuis plus de {seconds} secondes. Aucun essai n’a encore eu lieu',
  },
  '{number} deliveries have waited longer than {seconds} seconds. Most frequent reply: {reply}': {
    one: '{number} envoi attend depuis plus de {seconds} secondes. Réponse la plus fréquente : {reply}',
    other: '{number} envois attendent depuis plus de {seconds} secondes. Réponse la plus fréquente : {reply}',
  },
  'The relay has taken {number} emails and not replied, for up to {seconds} seconds. A worker waits 10 minutes before it puts a delivery in doubt. Other emails go out meanwhile.':
    {
      one:
        'Le relais a pris {number} e-mail sans répondre, depuis {seconds} secondes au plus. Après 10 minutes, un ' +
        'envoi est incertain. Les autres e-mails partent entre-temps.',
      other:
        'Le relais a pris {number} e-mails sans répondre, depuis {seconds} secondes au plus. Après 10 minutes, un ' +
        'envoi est incertain. Les autres e-mails partent entre-temps.',
    },
  '{number} deliveries are in doubt. Check whether the email arrived.': {
    one: '{number} envoi est incertain. Vérifiez si l’e-mail est arrivé.',
    other: '{number} envois sont incertains. Vérifiez si les e-mails sont arrivés.',
  },
  '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}': {
    one:
      '{number} envoi a échoué dans les dernières 24 heures. Le relais a refusé définitivement. Réponse la plus ' +
      'fréquente : {reply}',
    other:
      '{number} envois ont échoué dans les dernières 24 heures. Le relais a refusé définitivement. Réponse la ' +
      'plus fréquente : {reply}',
  },
  '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}. Newest reply: {newest}':
    {
      one:
        '{number} envoi a échoué dans les dernières 24 heures. Le relais a refusé définitivement. Réponse la plus ' +
        'fréquente : {reply}. Dernière réponse : {newest}',
      other:
        '{number} envois ont échoué dans les dernières 24 heures. Le relais a refusé définitivement. Réponse la ' +
        'plus fréquente : {reply}. Dernière réponse : {newest}',
    },
  'Show waiting deliveries': 'Afficher les envois en attente',
  'Show deliveries without a reply': 'Afficher les envois sans réponse',
  'Show deliveries in doubt': 'Afficher les envois incertains',
  'Show failed deliveries': 'Afficher les envois en échec',
  '{count} confirmations, invoices or receipts were not sent, because emails to the customer come back. Give them to the customer another way.':
    {
      one:
        '{count} confirmation, facture ou reçu n’a pas été envoyé, car les e-mails au client reviennent. ' +
        'Remettez-le-lui autrement.',
      other:
        '{count} confirmations, factures ou reçus n’ont pas été envoyés, car les e-mails aux clients reviennent. ' +
        'Remettez-les-leur autrement.',
    },
  'Show the addresses': 'Afficher les adresses',
  'The announcement "{subject}" is stopped, because its author may no longer announce. Take it over, or end it.':
    'L’annonce « {subject} » est arrêtée, car son auteur ne peut plus en envoyer. Reprenez-la, ou ' + 'terminez-la.',
  'Show the announcement': 'Afficher l’annonce',
  '{address} gets no answers of customers any more, because whoever entered it may no longer change it. They go to the address for questions of customers until somebody takes it over.':
    '{address} ne reçoit plus les réponses des clients, car la personne qui l’a saisie ne peut plus la ' +
    'modifier. Elles vont à l’adresse des questions des clients jusqu’à ce que quelqu’un la reprenne.',
  '{address} gets no new orders any more, because whoever entered it may no longer change it. They go to the address for questions of customers until somebody takes it over.':
    '{address} ne reçoit plus les nouvelles commandes, car la personne qui l’a saisie ne peut plus la ' +
    'modifier. Elles vont à l’adresse des questions des clients jusqu’à ce que quelqu’un la reprenne.',
  'Show the address': 'Afficher l’adresse',

  // Webhooks
  'Show the webhook': 'Afficher le webhook',
  'The webhook {host} is disabled, because it answered 410 (Gone). Its events wait. Repair the receiver, then enable it or delete it.':
    'Le webhook {host} est désactivé, car il a répondu 410 (Gone). Ses événements attendent. Réparez le ' +
    'récepteur, puis activez-le ou supprimez-le.',
  'The webhook {host} is disabled, because it failed for three days. Its events wait. Repair the receiver, then enable it or delete it.':
    'Le webhook {host} est désactivé, car il a échoué pendant trois jours. Ses événements attendent. Réparez ' +
    'le récepteur, puis activez-le ou supprimez-le.',
  'The webhook {host} is paused, because the API key that made it no longer works. No event is lost: its events wait until an admin takes it over or deletes it.':
    'Le webhook {host} est suspendu, car la clé d’API qui l’a créé ne fonctionne plus. Aucun événement n’est ' +
    'perdu : ils attendent qu’un administrateur le reprenne ou le supprime.',
  'The webhook {host} is paused, because whoever made it is no active admin. No event is lost: its events wait until an admin takes it over or deletes it.':
    'Le webhook {host} est suspendu, car la personne qui l’a créé n’est pas un administrateur actif. Aucun ' +
    'événement n’est perdu : ils attendent qu’un administrateur le reprenne ou le supprime.',
  'The webhook {host} fails since {time}. No event is lost: all go out when the receiver is back. After three days it is disabled, and its events wait.':
    'Le webhook {host} échoue depuis {time}. Aucun événement n’est perdu : tous partiront au retour du ' +
    'récepteur. Après trois jours il est désactivé, et ses événements attendent.',
  'The webhook {host} gets nothing, because its address has not agreed: {reason} Its events wait.':
    'Le webhook {host} ne reçoit rien, car son adresse n’a pas accepté : {reason} Ses événements attendent.',

  // Papers and prices
  'The database was set back, so nobody knows which invoices left the house. The numbers of {series} wait until an admin says what the last one was.':
    'La base de données a été restaurée ; personne ne sait quelles factures sont parties. Les numéros de ' +
    '{series} attendent qu’un administrateur indique le dernier.',
  'Enter it': 'Le saisir',
  'Enter them': 'Les saisir',
  'Change it': 'Le modifier',
  'Enter the IBAN': 'Saisir l’IBAN',
  '{number} shipped orders have no invoice, because nobody has entered who sells and from where.': {
    one: '{number} commande expédiée n’a pas de facture, car personne n’a saisi qui vend et d’où.',
    other: '{number} commandes expédiées n’ont pas de facture, car personne n’a saisi qui vend et d’où.',
  },
  '{number} orders are to be paid by bank transfer, and no customer reads to which account.': {
    one: '{number} commande est à payer par virement, et aucun client ne lit sur quel compte.',
    other: '{number} commandes sont à payer par virement, et aucun client ne lit sur quel compte.',
  },
  'No delivery method is active, so nobody can order.':
    'Aucun mode de livraison n’est actif, donc personne ne peut commander.',
  'Emails bring no e-invoice, because these facts are lacking: {facts}.':
    'Les e-mails n’apportent pas de facture électronique, car ces données manquent : {facts}.',
  'Products of the VAT class {name} cannot be sold to {countries}: there is no rate. Add it, or give the products another class.':
    'Les produits de la classe de TVA {name} ne peuvent pas être vendus vers {countries} : il n’y a pas de ' +
    'taux. Ajoutez-le, ou donnez une autre classe aux produits.',
  'Amounts in {currency}, the currency of the shop, cannot be paid online: the payment provider {provider} does not take it.':
    'Les montants en {currency}, la devise de la boutique, ne peuvent pas être payés en ligne : le prestataire ' +
    '{provider} ne l’accepte pas.',

  // Payments
  '{count} refunds of the last 30 days have failed. Their orders show why.': {
    one: '{count} remboursement des 30 derniers jours a échoué. Sa commande montre pourquoi.',
    other: '{count} remboursements des 30 derniers jours ont échoué. Leurs commandes montrent pourquoi.',
  },
  '{count} refunds of the last 30 days were made at the provider.': {
    one: '{count} remboursement des 30 derniers jours a été fait chez le prestataire.',
    other: '{count} remboursements des 30 derniers jours ont été faits chez le prestataire.',
  },
  '{count} payments differ from what was asked, the first one of order #{id}. The page of the order says what to do.': {
    one: '{count} paiement diffère de ce qui a été demandé : commande n° {id}. La page de la commande dit que faire.',
    other:
      '{count} paiements diffèrent de ce qui a été demandé, le premier pour la commande n° {id}. La page de la commande dit que faire.',
  },
  'Banks have taken back {count} payments, and nobody has decided whether a credit note is written. The pages of the orders ask.':
    {
      one: 'Des banques ont repris {count} paiement, et personne n’a décidé si un avoir est établi. La page de la commande le demande.',
      other:
        'Des banques ont repris {count} paiements, et personne n’a décidé si des avoirs sont établis. Les pages des ' +
        'commandes le demandent.',
    },

  // The database
  'The disk of the database is full, so no order is taken. Make room. Semel continues by itself.':
    'Le disque de la base de données est plein, donc aucune commande n’est prise. Libérez de la place. Semel ' +
    'continue tout seul.',
  'A session holds a lock that every write needs.': 'Une session tient un verrou dont chaque écriture a besoin.',
  'The database takes no writes: it is a standby, or default_transaction_read_only is on for the role, the database or the server.':
    'La base de données n’accepte pas d’écriture : c’est un standby, ou default_transaction_read_only est ' +
    'activé pour le rôle, la base ou le serveur.',
  'The database has no free connection, so it refuses new ones.':
    'La base de données n’a plus de connexion libre et refuse les nouvelles.',
  'The database has reached a limit of its server, such as memory. Look in its log.':
    'La base de données a atteint une limite de son serveur, comme la mémoire. Regardez son journal.',
  'The database did not finish a small write in time. Look at its load and its disk.':
    'La base de données n’a pas terminé une petite écriture à temps. Regardez sa charge et son disque.',
  'The database cannot be reached.': 'La base de données est injoignable.',
  '{used} of {limit} connections of the server are used. When none is left, requests are refused. Raise the limit, or lower DATABASE_POOL.':
    '{used} connexions du serveur sur {limit} sont utilisées. Quand il n’en reste plus, les requêtes sont ' +
    'refusées. Augmentez la limite, ou réduisez DATABASE_POOL.',
  '{name} is off, so a crash can lose orders and repeat emails. Run: alter system set {name} = on':
    '{name} est désactivé : une panne peut perdre des commandes et répéter des e-mails. Exécutez : alter ' +
    'system set {name} = on',
  '{name} is off, so a crash can lose orders and repeat emails. Run: alter system set {name} = on, and reset it for this database and role':
    '{name} est désactivé : une panne peut perdre des commandes et répéter des e-mails. Exécutez : alter ' +
    'system set {name} = on, et réinitialisez-le pour cette base et ce rôle',
  'The certificate of the relay has ended. Renew it.': 'Le certificat du relais a expiré. Renouvelez-le.',
  'The certificate of the database has ended. Renew it.':
    'Le certificat de la base de données a expiré. Renouvelez-le.',
  'A process may only have {limit} files and connections open. Raise it: LimitNOFILE in the unit, or ulimit -n.':
    'Un processus ne peut avoir que {limit} fichiers et connexions ouverts. Augmentez-le : LimitNOFILE dans ' +
    'l’unité, ou ulimit -n.',
} as const
