/** Names of the events that webhooks bring. */
export const eventTexts = {
  'Order processing': 'Bestellung in Bearbeitung',
  'Order delivered': 'Bestellung zugestellt',
  'Order paid': 'Bestellung bezahlt',
  'Order unpaid': 'Bestellung wieder unbezahlt',
  'Order refunded': 'Bestellung erstattet',
  'Order placed': 'Bestellung aufgegeben',
  'Parcel of an order shipped': 'Paket einer Bestellung versendet',
  'Tracking number of an order changed': 'Sendungsnummer einer Bestellung geändert',
  'Step of an order undone': 'Schritt einer Bestellung rückgängig gemacht',
  '{event} to {address}': '{event} an {address}',
  'Draft order sent': 'Bestellentwurf gesendet',
  'Draft order confirmed': 'Bestellentwurf bestätigt',
  'Draft order withdrawn': 'Bestellentwurf zurückgezogen',
  'Draft order created': 'Bestellentwurf angelegt',
  'Draft order changed': 'Bestellentwurf geändert',
}
