import type { ImportField } from '../import.ts'

/**
 * A rule for the headers of suppliers: words that a header must contain, in English, German, French, Spanish and Dutch.
 * Headers are compared in small letters, without accents, with single spaces ("Artikel-Nr." is "artikel nr").
 */
interface HeaderRule {
  readonly field: ImportField
  readonly words: RegExp
  /** Of several columns for one field the one with the highest weight gets it. */
  readonly weight: number
}

/** Columns that are beside the point although they contain words of the rules. */
const IGNORED =
  /\b(moq|min|minimum|mindest\w*|minimale?|vpe|ve|pack\w*|verpack\w*|conditionnement|karton|carton|palette?|pallet|gewicht|weight|poids|peso|datum|date|fecha|gultig|valid\w*|eta|zulauf|incoming|expected|back ?order\w*|on order|due|arriv\w*|eco\w*|deee|weee|sorecop|tasa|map|lead ?time|lieferzeit|delivery|delai|plazo|zolltarif\w*|tarif ?douan\w*|hs code|taric|origin|ursprung\w*|herkunft\w*|discount|rabatt\w*|remise|descuento|warranty|garantie\w*|garantia|color|colour|farbe|couleur)\b/

/** How things are measured, unless it is their price. */
const UNITS = /\b(uom|mengeneinheit|einheit)\b/
const PRICES = /preis|price|prix|precio|prijs/

const NUMBER = '(?:nr|no|num|number|nummer|numero|nummern|code|id|ref|key|kode)'

/** Says how many there are in some lists, and only whether there are any in others. */
const AVAILABLE =
  /\b(available|availability|verfugbar|verfugbarkeit|lieferbar|lieferbarkeit|disponible|disponibles|disponibilite|disponibilidad|dispo|in stock|en stock|auf lager|beschikbaar)\b/

const RULES: readonly HeaderRule[] = [
  {
    field: 'gtin',
    weight: 90,
    words:
      /\b(ean|gtin|upc|barcode|strichcode|code ?(a )?barres?|cod(igo)? (de )?barras|ean ?code|ean13|gtin13|gencode?|jan)\b/,
  },
  { field: 'sku', weight: 100, words: /\bsku\b/ },
  {
    field: 'sku',
    weight: 90,
    words: new RegExp(
      `\\b(item|article|artikel|art|product|produkt|prod|produit|articulo|producto|order|bestell|best|stock|supplier|catalog(?:ue)?) ?${NUMBER}\\b`,
    ),
  },
  {
    field: 'sku',
    weight: 88,
    words:
      /(artikel|bestell?|produkt|product|art)(nr|nummer|code)\b|\b(code|ref|reference|num|numero|no|cod|codigo|referencia)( de l?| del| d| l)? ?(article|produit|articulo|producto|art|prod)\b/,
  },
  {
    field: 'sku',
    weight: 70,
    words: /\b(reference|ref|referenz|referencia|codigo|artnr|artno|itemno|catalog no|cat no)\b/,
  },
  {
    field: 'sku',
    weight: 55,
    words: new RegExp(
      `\\b(mpn|part|manufacturer|mfr|mfg|manuf|hersteller|herst|hst|fabricant|fabricante|fab|vendor|teile|model|modell) ?(artikel|item|product|part)? ?${NUMBER}\\b|\\bmpn\\b|\\bp ?n\\b|(hersteller|teile|modell)(artikel)?(nr|nummer)\\b`,
    ),
  },
  // A column that is called only this has the supplier's numbers, unless it counts the lines.
  { field: 'sku', weight: 40, words: new RegExp(`^(${NUMBER}|cod|art|itemid|artikelid)$`) },
  {
    field: 'images',
    weight: 60,
    words: /\b(images|pictures|photos|bilder|imagenes|additional images?|weitere bilder|galerie|gallery)\b/,
  },
  {
    field: 'image',
    weight: 60,
    words: /\b(image|picture|photo|foto|bild|imagen|afbeelding|bildurl|bildlink|imageurl|img)\b/,
  },
  {
    field: 'originalPrice',
    weight: 82,
    words:
      /\b(rrp|msrp|srp|uvp|upe|evp|pvp|pvpr|list ?price|listen ?preis|listprice|brutto ?listen\w*|suggested|recommended|empfohlen\w*|unverbindlich\w*|conseille|recomendado|prix public|tarif public|catalog price|katalogpreis|adviesprijs|old price|was|before|street price|compare at|ppc|ppi|pp ?ttc|pvc|prix barre|precio anterior|statt)\b|\bempf\w*|streichpreis|^(list|liste|lista)( (preise?|prices?|prix|precios?))?( (usd|eur|gbp|chf))?$/,
  },
  {
    field: 'price',
    weight: 78,
    words:
      /\b(selling|sales?|retail|end ?customer|vk|verkaufs?|vente|venta|verkoop|shop) ?(price|preis\w*|prix|precio|prijs)?\b|(verkaufs|vk|endkunden)preis/,
  },
  {
    field: 'price',
    weight: 60,
    words:
      /\b(ek|hek|nek|cost|coste|cout|buy|purchase|dealer|trade|wholesale|einkaufs?|achat|pa|pa ?ht|compra|pvd|inkoop|handler|haendler|reseller|revendeur|partner)\b|(einkaufs|ek|handler|haendler)preis/,
  },
  {
    field: 'price',
    weight: 66,
    words:
      /\b(brutto|gross|incl|inkl|inc vat|ttc|con iva)\b.*(price|preis|prix|precio)|(price|preis|prix|precio).*\b(brutto|gross|incl|inkl|inc vat|ttc|con iva)\b|bruttopreis/,
  },
  {
    field: 'price',
    weight: 72,
    words:
      /\b(price|preis|prix|precio|prijs|tarif|tarifa|einzelpreis|nettopreis|bruttopreis|netto|net|stuckpreis|unitprice|pu|pu ?ht|importe)\b|(preis|prijs)\b/,
  },
  {
    field: 'stockQuantity',
    weight: 80,
    words:
      /\b(stock|qty|quantity|on hand|inventory|bestand|lagerbestand|lager|lagermenge|menge|stuckzahl|quantite|existencias|cantidad|voorraad|aantal|qte|units|inventario|almacen|verfugbare menge|lagerstand|verf|best|vorrat|soh|qoh|atp|avail|anzahl|uds?|unid|unidades|exist|stuks)\b|(bestand|voorraad)\b/,
  },
  { field: 'stockQuantity', weight: 60, words: AVAILABLE },
  { field: 'inStock', weight: 58, words: AVAILABLE },
  {
    field: 'category',
    weight: 80,
    words:
      /\b(category|kategorie|categorie|categoria|product ?group|item ?group|warengruppe\w*|produktgruppe|artikelgruppe|produktkategorie|hauptgruppe|famille|familia|product ?family|product ?line|product ?type|produktart|produkttyp|wgr|warengr)\b|(gruppe|groep)\b|\bsub ?(category|famil\w+|categor\w+|kategorie|group|class)\b/,
  },
  {
    field: 'category',
    weight: 50,
    words:
      /\b(group|type|typ|gruppe|groupe|grupo|tipo|gamme|gama|range|line|linea|ligne|class|klasse|segment|sortiment|rubrique|rubrik|rayon|univers|department|dept|departement|departamento|bereich|seccion|groep|art der ware|cat|kat|categ)\b/,
  },
  {
    field: 'brand',
    weight: 88,
    words:
      /\b(brand|manufacturer|mfr|mfg|manuf|maker|vendor|make|marke\w*|hersteller|fabricant|marque|fabricante|marca) ?(name|nom|nombre|bezeichnung)\b|herstellername|markenname|^nom (du )?fabricant$|^nombre (del )?fabricante$/,
  },
  { field: 'brand', weight: 80, words: /\b(brand|marke|marque|marca|merk)\b/ },
  {
    field: 'brand',
    weight: 70,
    words:
      /\b(manufacturer|mfr|mfg|manuf|maker|make|vendor|hersteller\w*|herst|hst|fab|fabricant|fabricante|constructeur|fabrikant|producer|producent)\b/,
  },
  {
    field: 'description',
    weight: 85,
    words:
      /\b(long|lang|detail\w*|full|marketing|lange?) ?(description|text|desc|beschreibung|descripcion)\b|\b(description|descripcion) (longue|larga|detaillee|complete)\b|langtext|langbeschreibung|\bdescriptif\b/,
  },
  {
    field: 'description',
    weight: 60,
    words:
      /\b(description|beschreibung|produktbeschreibung|artikelbeschreibung|descripcion|descrip|omschrijving|text|details|desc)\b|(beschreibung|omschrijving)\b/,
  },
  {
    field: 'name',
    weight: 85,
    words:
      /\b(product|produkt|item|artikel|article|produit|producto|articulo|short|kurz) ?(name|title|titel|nom|nombre|bezeichnung|designation|description|desc|denomination|denominacion|benennung|text)\b|\b(nom|nombre|libelle|titre|titulo|designation|intitule|denominacion)( de l?| du| del)? ?(produit|article|producto|articulo)\b|(produkt|artikel)(name|bezeichnung|titel)|kurzbezeichnung|kurztext/,
  },
  {
    field: 'name',
    weight: 75,
    words:
      /\b(name|title|titel|titre|titulo|bezeichnung\w*|bez|designation|desig|libelle|lib|nom|nombre|denominacion|denomination|denom|benennung|intitule|naam)\b|(bezeichnung|productnaam|artikelnaam)\b/,
  },
  {
    field: 'name',
    weight: 45,
    words: /\b(model|modell|modele|modelo|product|produkt|produit|producto|item|artikel|article|articulo)\b/,
  },
  {
    field: 'specifications',
    weight: 60,
    words:
      /\b(specifications?|specs|technische daten|caracteristiques( techniques)?|especificaciones|attributes|attribute|datenblatt|fiche technique|technical data)\b/,
  },
  { field: 'fits', weight: 75, words: /\b(compatible|fits|passend\w*|geeignet|kompatib\w*|compatibilite)\b/ },
  { field: 'pageYield', weight: 85, words: /\b(yield|reichweite|seitenleistung|rendement|rendimiento)\b/ },
  {
    field: 'currency',
    weight: 96,
    words: /\b(currency|wahrung|waehrung|devise|moneda|valuta|ccy)\b/,
  },
  { field: 'features', weight: 50, words: /\b(features|merkmale|highlights|eigenschaften|points forts|ventajas)\b/ },
]

/** "Warengruppe-Nr." and "Vendor Part Number" have numbers, and no names that say something to us. */
const NAMES: ReadonlySet<ImportField> = new Set(['category', 'brand', 'name'])
const CODE = new RegExp(`\\b${NUMBER}$`)

/** A header for the comparison with words: "ArtikelNr." → "artikel nr", "Désignation" → "designation". */
export function wordsOf(header: string): string {
  return (
    header
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll('ß', 'ss')
      .toLowerCase()
      .replaceAll(/#|\bn[°º]/gu, ' no ')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      // "P.V.P." is one word.
      .replaceAll(/\b(\p{L}) (?=\p{L}\b)/gu, '$1')
  )
}

/** Whether columns of this name are left out although words of it speak for a field. */
export function isLeftOut(header: string): boolean {
  return isBesideThePoint(wordsOf(header))
}

function isBesideThePoint(words: string): boolean {
  return IGNORED.test(words) || (UNITS.test(words) && !PRICES.test(words))
}

const MAX_HEADER_LENGTH = 60
const MAX_HEADER_WORDS = 7

/** The fields that a header's words speak for, the strongest first. */
export function candidatesOf(header: string): readonly { readonly field: ImportField; readonly weight: number }[] {
  const words = wordsOf(header)
  if (words === '' || header.length > MAX_HEADER_LENGTH || words.split(' ').length > MAX_HEADER_WORDS) return []
  if (isBesideThePoint(words)) return []
  const isCode = CODE.test(words)
  const found = RULES.filter((rule) => rule.words.test(words) && !(isCode && NAMES.has(rule.field)))
  return found
    .filter(({ field }, index) => found.findIndex((other) => other.field === field) === index)
    .map(({ field, weight }) => ({ field, weight }))
    .toSorted((a, b) => b.weight - a.weight)
}
