/** Findings about the database, its connections, clocks, proxies and settings, in German. */
export const serverFindings = {
  'Clocks: {finding}': 'Uhren: {finding}',
  'the database is {seconds} s ahead of this machine; synchronize both clocks with NTP':
    'die Datenbank geht {seconds} s vor dieser Maschine; gleichen Sie beide Uhren mit NTP ab',
  'the database is {seconds} s behind this machine; synchronize both clocks with NTP':
    'die Datenbank geht {seconds} s nach dieser Maschine; gleichen Sie beide Uhren mit NTP ab',
  'unknown program': 'unbekanntes Programm',
  'Session {pid} ({program}, role {role}) holds locks.': 'Sitzung {pid} ({program}, Rolle {role}) hält Sperren.',
  'Session {pid} ({program}, role {role}) holds locks for {seconds} seconds.':
    'Sitzung {pid} ({program}, Rolle {role}) hält seit {seconds} Sekunden Sperren.',
  'Session {pid} ({program}, role {role}) holds locks on {tables}.':
    'Sitzung {pid} ({program}, Rolle {role}) hält Sperren auf {tables}.',
  'Session {pid} ({program}, role {role}) holds locks on {tables} for {seconds} seconds.':
    'Sitzung {pid} ({program}, Rolle {role}) hält seit {seconds} Sekunden Sperren auf {tables}.',
  '{count} statements wait for it.': {
    one: '{count} Anweisung wartet darauf.',
    other: '{count} Anweisungen warten darauf.',
  },
  'If it should not, end it: select pg_terminate_backend({pid})':
    'Wenn sie das nicht soll, beenden Sie sie: select pg_terminate_backend({pid})',
  '{used} of {limit} connections of the database are used. When none is left, requests are refused. Raise the limit, or lower DATABASE_POOL.':
    '{used} von {limit} Verbindungen der Datenbank sind belegt. Wenn keine mehr frei ist, werden Anfragen ' +
    'abgelehnt. Erhöhen Sie die Grenze, oder senken Sie DATABASE_POOL.',
  '{used} of {limit} connections of the role are used. When none is left, requests are refused. Raise the limit, or lower DATABASE_POOL.':
    '{used} von {limit} Verbindungen der Rolle sind belegt. Wenn keine mehr frei ist, werden Anfragen ' +
    'abgelehnt. Erhöhen Sie die Grenze, oder senken Sie DATABASE_POOL.',
  'This process has {used} of {limit} files and connections open. At the limit it refuses connections. Raise it: LimitNOFILE in the unit, or ulimit -n.':
    'Dieser Prozess hat {used} von {limit} Dateien und Verbindungen offen. An der Grenze lehnt er Verbindungen ' +
    'ab. Erhöhen Sie sie: LimitNOFILE in der Unit, oder ulimit -n.',
  'The certificate of the database ends {when}. Renew it.':
    'Das Zertifikat der Datenbank läuft {when} ab. Erneuern Sie es.',
  'The certificate of the relay ends {when}. Renew it.': 'Das Zertifikat des Relays läuft {when} ab. Erneuern Sie es.',
  'The certificate of BASE_URL has ended. Renew it.': 'Das Zertifikat von BASE_URL ist abgelaufen. Erneuern Sie es.',
  'The certificate of BASE_URL ends {when}. Renew it.': 'Das Zertifikat von BASE_URL läuft {when} ab. Erneuern Sie es.',
  'within a day': 'innerhalb eines Tages',
  'in {count} days': {
    one: 'in {count} Tag',
    other: 'in {count} Tagen',
  },
  'since {time}: {error}': 'seit {time}: {error}',
  'At least {number}': 'Mindestens {number}',
  'at least {number}': 'mindestens {number}',
  'Your words of the email "{email}" in {language} cannot be filled in: {failure} Emails go out with the built-in text.':
    'Ihr Text der E-Mail „{email}“ ({language}) lässt sich nicht ausfüllen: {failure} E-Mails gehen mit dem ' +
    'eingebauten Text hinaus.',
  'The webhook {host} fails. No event is lost: all go out when the receiver is back. After three days it is disabled, and its events wait.':
    'Der Webhook {host} schlägt fehl. Kein Ereignis geht verloren: Alle gehen hinaus, sobald der Empfänger ' +
    'zurück ist. Nach drei Tagen wird er deaktiviert, und seine Ereignisse warten.',
  'Of the newest {total} entries of the audit log, {unknown} came from a proxy on this machine that sends no X-Forwarded-For. All its clients share one rate limit: let it send the header, or set TRUSTED_PROXIES=none if it is no proxy.':
    'Von den neuesten {total} Einträgen des Protokolls kamen {unknown} von einem Proxy auf dieser Maschine, ' +
    'der kein X-Forwarded-For sendet. Alle seine Clients teilen sich ein Limit: Lassen Sie ihn den Header ' +
    'senden, oder setzen Sie TRUSTED_PROXIES=none, wenn es kein Proxy ist.',
  'The newest {total} entries of the audit log all have the address {ip}. If that is a proxy, its clients share one rate limit, and their own addresses are unknown: name it in TRUSTED_PROXIES.':
    'Die neuesten {total} Einträge des Protokolls haben alle die Adresse {ip}. Wenn das ein Proxy ist, teilen ' +
    'sich seine Clients ein Limit, und ihre eigenen Adressen sind unbekannt: Nennen Sie ihn in TRUSTED_PROXIES.',
  'BASE_URL begins with https://, but NODE_ENV is not production: metrics are public, and weak settings are accepted. Set NODE_ENV=production':
    'BASE_URL beginnt mit https://, aber NODE_ENV ist nicht production: Messwerte sind öffentlich, und ' +
    'schwache Einstellungen werden angenommen. Setzen Sie NODE_ENV=production',
  'BASE_URL begins with https://, so a proxy that ends TLS is in front. With TRUSTED_PROXIES=none every client has the address of that proxy, and all share one rate limit. Name its address, or say how many a request passes: TRUSTED_PROXIES=1':
    'BASE_URL beginnt mit https://, also steht ein Proxy davor, der TLS beendet. Mit TRUSTED_PROXIES=none hat ' +
    'jeder Client die Adresse dieses Proxys, und alle teilen sich ein Limit. Nennen Sie seine Adresse, oder ' +
    'geben Sie an, wie viele eine Anfrage durchläuft: TRUSTED_PROXIES=1',
  'TRUSTED_PROXIES={name} believes everybody in such a network who reaches this port. Name the addresses of the proxies, or say how many a request passes: TRUSTED_PROXIES=1':
    'TRUSTED_PROXIES={name} glaubt jedem in einem solchen Netz, der diesen Port erreicht. Nennen Sie die ' +
    'Adressen der Proxys, oder geben Sie an, wie viele eine Anfrage durchläuft: TRUSTED_PROXIES=1',
  '{name} has no effect: Semel does not read {setting} from a file. Set {setting}':
    '{name} bleibt ohne Wirkung: Semel liest {setting} nicht aus einer Datei. Setzen Sie {setting}',
  '{name} is not a setting of Semel, and has no effect. Did you mean {setting}?':
    '{name} ist keine Einstellung von Semel und bleibt ohne Wirkung. Meinten Sie {setting}?',
  'Choose another one': 'Andere wählen',
  'The time zone of the shop is {zone}, and {fault}. Choose another one, or install the time zones of the system (tzdata; in Debian 13 also tzdata-legacy).':
    'Die Zeitzone des Shops ist {zone}, aber {fault}. Wählen Sie eine andere, oder installieren Sie die ' +
    'Zeitzonen des Systems (tzdata; in Debian 13 auch tzdata-legacy).',
  'this Node does not know it, so days begin by UTC': 'dieses Node kennt sie nicht, also beginnen Tage nach UTC',
  'a zone without a place means another one to some programs':
    'eine Zone ohne Ort bedeutet für manche Programme eine andere',
  'the database does not know it': 'die Datenbank kennt sie nicht',
  'Node and the database read the time zone {zone} differently from {day} on: {node} and {database} from UTC. Days begin by Node (tz {version}). Update whichever is older.':
    'Node und die Datenbank lesen die Zeitzone {zone} ab dem {day} verschieden: {node} und {database} ' +
    'gegenüber UTC. Tage beginnen nach Node (tz {version}). Aktualisieren Sie, was von beiden älter ist.',
} as const
