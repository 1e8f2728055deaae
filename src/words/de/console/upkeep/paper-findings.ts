/** Findings about invoices, e-invoices and VAT, in German. */
export const paperFindings = {
  'More than {number}': 'Mehr als {number}',
  'Invoices are kept for {count} years.': {
    one: 'Rechnungen werden {count} Jahr aufbewahrt.',
    other: 'Rechnungen werden {count} Jahre aufbewahrt.',
  },
  'Invoices say why they have no VAT in the words of the European directive, because no source was found for those of {country}. Ask your tax adviser for the sentence, and write it into the lines of invoices.':
    'Rechnungen begründen das Fehlen der Umsatzsteuer mit den Worten der europäischen Richtlinie, weil für ' +
    '{country} keine Quelle gefunden wurde. Fragen Sie Ihre Steuerberatung nach dem Satz, und schreiben Sie ' +
    'ihn in die Zeilen der Rechnungen.',
  'Write it': 'Eintragen',
  'From 1 January 2027, and for sellers who are no companies from 1 July 2027, Spain wants invoices of programs that keep records for VERI*FACTU. Semel keeps none. Write your invoices with another program by then, and choose "Not here" in the settings.':
    'Ab dem 1. Januar 2027, für Verkäufer ohne Gesellschaft ab dem 1. Juli 2027, verlangt Spanien Rechnungen ' +
    'von Programmen, die Aufzeichnungen für VERI*FACTU führen. Semel führt keine. Schreiben Sie Ihre ' +
    'Rechnungen bis dahin mit einem anderen Programm, und wählen Sie in den Einstellungen „Nicht hier: Wir ' +
    'schreiben sie anderswo“.',
  "No font has some letters of the shop's name, address or facts ({letters}). PDFs of invoices will show a sign in their places. Enter them in Latin letters.":
    'Keine Schrift hat einige Buchstaben in Name, Adresse oder Angaben des Shops ({letters}). PDFs von ' +
    'Rechnungen zeigen an ihrer Stelle ein Zeichen. Geben Sie sie in lateinischen Buchstaben ein.',
  '{orders} and {count} more': '{orders} und {count} weiteren',
  'No font has some letters of {orders}. The PDF of the invoice will show a sign in their places. Ask for the name in Latin letters, or send the printed page of the invoice.':
    'Keine Schrift hat einige Buchstaben von {orders}. Das PDF der Rechnung zeigt an ihrer Stelle ein Zeichen. ' +
    'Fragen Sie nach dem Namen in lateinischen Buchstaben, oder senden Sie die gedruckte Seite der Rechnung.',
  'the buyer with a country': 'der Käufer mit Land',
  'the VAT of each line': 'die Umsatzsteuer jeder Zeile',
  'a currency of two decimals at most': 'eine Währung mit höchstens zwei Nachkommastellen',
  'VAT that is less than 1.00 away from its rate': 'Umsatzsteuer, die weniger als 1,00 von ihrem Satz abweicht',
  'the VAT identifier of the seller': 'die USt-IdNr. des Verkäufers',
  'the VAT identifier or the tax number of the seller': 'die USt-IdNr. oder die Steuernummer des Verkäufers',
  'the street of the seller': 'die Straße des Verkäufers',
  'the town of the seller': 'der Ort des Verkäufers',
  'the postcode of the seller': 'die Postleitzahl des Verkäufers',
  'the phone number of the seller': 'die Telefonnummer des Verkäufers',
  'the email address of the seller': 'die E-Mail-Adresse des Verkäufers',
  'the electronic address of the seller in the Peppol network':
    'die elektronische Adresse des Verkäufers im Peppol-Netz',
  'the register number of the seller': 'die Registernummer des Verkäufers',
  'the town of the buyer': 'der Ort des Käufers',
  'the postcode of the buyer': 'die Postleitzahl des Käufers',
  'the VAT identifier of the buyer': 'die USt-IdNr. des Käufers',
  'the electronic address of the buyer in the Peppol network': 'die elektronische Adresse des Käufers im Peppol-Netz',
  'the day of the delivery': 'der Tag der Lieferung',
  'the place of the delivery, as the profile wants it': 'der Ort der Lieferung, wie ihn das Profil verlangt',
  'a means of payment that the country allows': 'eine Zahlungsart, die das Land erlaubt',
  'facts that the country of the seller wants and that no shop can enter':
    'Angaben, die das Land des Verkäufers verlangt und die kein Shop eingeben kann',
  'Nobody can order to {countries}: there is no rate of VAT, and those of "all other countries" are not for the Union. Add it.':
    'Niemand kann nach {countries} bestellen: Es gibt keinen Umsatzsteuersatz, und die Sätze „aller anderen ' +
    'Länder“ gelten nicht für die Union. Fügen Sie ihn hinzu.',
  'other countries': 'anderen Ländern',
  '{number} countries, such as {country}': '{number} Ländern, etwa {country}',
  '{count} of the newest {most} products have no weight, so a delivery method that goes by weight is too cheap for them, and carries any number of them. Enter it.':
    {
      one:
        '{count} der neuesten {most} Produkte hat kein Gewicht; eine Versandart nach Gewicht ist dafür also zu ' +
        'billig und befördert beliebig viele davon. Tragen Sie es ein.',
      other:
        '{count} der neuesten {most} Produkte haben kein Gewicht; eine Versandart nach Gewicht ist für sie also zu ' +
        'billig und befördert beliebig viele davon. Tragen Sie es ein.',
    },
  'Sales to other member states without VAT: {now} in {year}, {before} in {earlier}.':
    'Verkäufe in andere Mitgliedstaaten ohne Umsatzsteuer: {now} im Jahr {year}, {before} im Jahr {earlier}.',
  'This is more than the {limit} up to which your own VAT counts there. Register for the One Stop Shop, and choose the VAT of the destination.':
    'Das ist mehr als die {limit}, bis zu denen dort Ihre eigene Umsatzsteuer gilt. Melden Sie sich zum ' +
    'One-Stop-Shop an, und wählen Sie die Umsatzsteuer des Bestimmungslandes.',
  'This is near the {limit} up to which your own VAT counts there.':
    'Das ist nahe an den {limit}, bis zu denen dort Ihre eigene Umsatzsteuer gilt.',
} as const
