/** How lists say that a product is sold out; in small letters without accents. */
export const SOLD_OUT =
  /^(no|nein|non|n|out of stock|sold out|unavailable|not (available|in stock)|nicht (lieferbar|verfugbar|auf lager|vorratig)|ausverkauft|vergriffen|epuise|rupture( de stock)?|en rupture|indisponible|non disponible|agotado|sin (stock|existencias)|no disponible|on (request|order)|auf (anfrage|bestellung)|sur (demande|commande)|bajo pedido|end of life|eol|discontinued|auslauf\w*|none|nil|keine|aucun|ninguno|call|ask|tb[acd]|anfrage|(a )?consultar|nous consulter|back ?order(ed)?|pre ?order|en camino|uitverkocht|niet (op voorraad|leverbaar)|nee|op aanvraag)$/
/** How they say that there are some. */
export const SOLD =
  /^(yes|ja|oui|si|y|j|o|in stock|available|lieferbar|verfugbar|auf lager|vorratig|sofort( lieferbar)?|en stock|disponible|dispo|en existencia|many|viele|ok|low( stock)?|limited( stock)?|few|wenige|geringer bestand|stock faible|faible|pocas( unidades)?|ultimas unidades|instock|auf vorrat|op voorraad|leverbaar)$/
