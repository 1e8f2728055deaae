/** Findings about the database, its connections, clocks, proxies and settings, in French. */
export const serverFindings = {
  'Clocks: {finding}': 'Horloges : {finding}',
  'the database is {seconds} s ahead of this machine; synchronize both clocks with NTP':
    'la base de données avance de {seconds} s sur cette machine ; synchronisez les deux horloges par NTP',
  'the database is {seconds} s behind this machine; synchronize both clocks with NTP':
    'la base de données retarde de {seconds} s sur cette machine ; synchronisez les deux horloges par NTP',
  'unknown program': 'programme inconnu',
  'Session {pid} ({program}, role {role}) holds locks.': 'La session {pid} ({program}, rôle {role}) tient des verrous.',
  'Session {pid} ({program}, role {role}) holds locks for {seconds} seconds.':
    'La session {pid} ({program}, rôle {role}) tient des verrous depuis {seconds} secondes.',
  'Session {pid} ({program}, role {role}) holds locks on {tables}.':
    'La session {pid} ({program}, rôle {role}) tient des verrous sur {tables}.',
  'Session {pid} ({program}, role {role}) holds locks on {tables} for {seconds} seconds.':
    'La session {pid} ({program}, rôle {role}) tient des verrous sur {tables} depuis {seconds} secondes.',
  '{count} statements wait for it.': {
    one: '{count} instruction l’attend.',
    other: '{count} instructions l’attendent.',
  },
  'If it should not, end it: select pg_terminate_backend({pid})':
    'Si elle ne le doit pas, terminez-la : select pg_terminate_backend({pid})',
  '{used} of {limit} connections of the database are used. When none is left, requests are refused. Raise the limit, or lower DATABASE_POOL.':
    '{used} connexions de la base de données sur {limit} sont utilisées. Quand il n’en reste plus, les ' +
    'requêtes sont refusées. Augmentez la limite, ou réduisez DATABASE_POOL.',
  '{used} of {limit} connections of the role are used. When none is left, requests are refused. Raise the limit, or lower DATABASE_POOL.':
    '{used} connexions du rôle sur {limit} sont utilisées. Quand il n’en reste plus, les requêtes sont ' +
    'refusées. Augmentez la limite, ou réduisez DATABASE_POOL.',
  'This process has {used} of {limit} files and connections open. At the limit it refuses connections. Raise it: LimitNOFILE in the unit, or ulimit -n.':
    'Ce processus a {used} fichiers et connexions ouverts sur {limit}. À la limite, il refuse des connexions. ' +
    'Augmentez-la : LimitNOFILE dans l’unité, ou ulimit -n.',
  'The certificate of the database ends {when}. Renew it.':
    'Le certificat de la base de données expire {when}. Renouvelez-le.',
  'The certificate of the relay ends {when}. Renew it.': 'Le certificat du relais expire {when}. Renouvelez-le.',
  'The certificate of BASE_URL has ended. Renew it.': 'Le certificat de BASE_URL a expiré. Renouvelez-le.',
  'The certificate of BASE_URL ends {when}. Renew it.': 'Le certificat de BASE_URL expire {when}. Renouvelez-le.',
  'within a day': 'd’ici un jour',
  'in {count} days': {
    one: 'dans {count} jour',
    other: 'dans {count} jours',
  },
  'since {time}: {error}': 'depuis {time} : {error}',
  'At least {number}': 'Au moins {number}',
  'at least {number}': 'au moins {number}',
  'Your words of the email "{email}" in {language} cannot be filled in: {failure} Emails go out with the built-in text.':
    'Votre texte de l’e-mail « {email} » ({language}) ne peut pas être rempli : {failure} Les e-mails partent ' +
    'avec le texte intégré.',
  'The webhook {host} fails. No event is lost: all go out when the receiver is back. After three days it is disabled, and its events wait.':
    'Le webhook {host} échoue. Aucun événement n’est perdu : tous partiront au retour du récepteur. Après ' +
    'trois jours il est désactivé, et ses événements attendent.',
  'Of the newest {total} entries of the audit log, {unknown} came from a proxy on this machine that sends no X-Forwarded-For. All its clients share one rate limit: let it send the header, or set TRUSTED_PROXIES=none if it is no proxy.':
    'Sur les {total} dernières entrées du journal, {unknown} viennent d’un proxy de cette machine qui n’envoie ' +
    'pas X-Forwarded-For. Tous ses clients partagent une seule limite : faites-lui envoyer l’en-tête, ou ' +
    'mettez TRUSTED_PROXIES=none si ce n’est pas un proxy.',
  'The newest {total} entries of the audit log all have the address {ip}. If that is a proxy, its clients share one rate limit, and their own addresses are unknown: name it in TRUSTED_PROXIES.':
    'Les {total} dernières entrées du journal ont toutes l’adresse {ip}. Si c’est un proxy, ses clients ' +
    'partagent une seule limite, et leurs propres adresses sont inconnues : nommez-le dans TRUSTED_PROXIES.',
  'BASE_URL begins with https://, but NODE_ENV is not production: metrics are public, and weak settings are accepted. Set NODE_ENV=production':
    'BASE_URL commence par https://, mais NODE_ENV n’est pas production : les mesures sont publiques, et des ' +
    'réglages faibles sont acceptés. Mettez NODE_ENV=production',
  'BASE_URL begins with https://, so a proxy that ends TLS is in front. With TRUSTED_PROXIES=none every client has the address of that proxy, and all share one rate limit. Name its address, or say how many a request passes: TRUSTED_PROXIES=1':
    'BASE_URL commence par https://, donc un proxy qui termine TLS est devant. Avec TRUSTED_PROXIES=none, ' +
    'chaque client a l’adresse de ce proxy, et tous partagent une seule limite. Nommez son adresse, ou dites ' +
    'combien une requête en traverse : TRUSTED_PROXIES=1',
  'TRUSTED_PROXIES={name} believes everybody in such a network who reaches this port. Name the addresses of the proxies, or say how many a request passes: TRUSTED_PROXIES=1':
    'TRUSTED_PROXIES={name} croit quiconque, dans un tel réseau, atteint ce port. Nommez les adresses des ' +
    'proxys, ou dites combien une requête en traverse : TRUSTED_PROXIES=1',
  '{name} has no effect: Semel does not read {setting} from a file. Set {setting}':
    '{name} est sans effet : Semel ne lit pas {setting} dans un fichier. Définissez {setting}',
  '{name} is not a setting of Semel, and has no effect. Did you mean {setting}?':
    '{name} n’est pas un réglage de Semel et reste sans effet. Vouliez-vous dire {setting} ?',
  'Choose another one': 'En choisir un autre',
  'The time zone of the shop is {zone}, and {fault}. Choose another one, or install the time zones of the system (tzdata; in Debian 13 also tzdata-legacy).':
    'Le fuseau horaire de la boutique est {zone}, mais {fault}. Choisissez-en un autre, ou installez les ' +
    'fuseaux du système (tzdata ; sous Debian 13 aussi tzdata-legacy).',
  'this Node does not know it, so days begin by UTC': 'ce Node ne le connaît pas, donc les jours commencent en UTC',
  'a zone without a place means another one to some programs':
    'un fuseau sans lieu en désigne un autre pour certains programmes',
  'the database does not know it': 'la base de données ne le connaît pas',
  'Node and the database read the time zone {zone} differently from {day} on: {node} and {database} from UTC. Days begin by Node (tz {version}). Update whichever is older.':
    'Node et la base de données lisent différemment le fuseau {zone} à partir du {day} : {node} et {database} ' +
    'par rapport à UTC. Les jours commencent selon Node (tz {version}). Mettez à jour le plus ancien des deux.',
} as const
