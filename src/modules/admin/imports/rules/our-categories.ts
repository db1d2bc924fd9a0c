import { wordsOf } from '../reading/header-words.ts'

/** Words for groups of products in English, German, French and Spanish, the most particular category first. */
const WORDS: readonly (readonly [category: string, words: RegExp])[] = [
  [
    'barcode-scanners',
    /(bar ?code|strichcode|code ?barres?|codes barres|codigos? de barras|qr|2d|1d) ?.*(scan|reader|leser|lese|lecteur|douchette|lector|escaner)|(hand ?scanner|lecteur|lector|douchette|escaner|scanner|reader|scanners|lecteurs|lectores)\b.*(bar ?code|strichcode|code ?barres?|codes barres|codigos? de barras)|\bdouchettes?\b|\bbarcode scanners?\b/,
  ],
  [
    'supplies',
    /\b(toners?|inks?|tinten?|encres?|tintas?|cartridges?|cartouches?|cartuchos?|patronen?|ribbons?|rubans?|cintas?|farbband|farbbander|paper|papier|papel|labels|rolls?|\w*rollen|rouleaux|rollos|supplies|consumables?|consommables?|consumibles?|verbrauchs\w*|drums?|trommeln?|tambours?|tambores|bildtrommeln?|etiketten|etiquettes|etiquetas|fotopapier|inkt)\b|inktpatro|(tinten|toner|druck)(patrone|kartusche|kassette)/,
  ],
  [
    'pos-systems',
    /\b(pos|point of sale|receipts?|tickets?|caisses?|cash|tpv|bon|bondrucker|kassen?\w*|thermobon\w*|recibos?|registrierkassen?|encaissement|punto de venta|cajas? registradoras?)\b|bondrucker|belegdrucker|kassen/,
  ],
  [
    'photo-printers',
    /(photo|foto).*(print|druck|imprim|impres)|(print|druck|imprim|impres)\w*.*(photo|foto|sublim)|fotodruck|dye ?sub/,
  ],
  [
    'printers',
    /\b(multi ?function\w*|multifunktion\w*|mfp|mfc|mfd|all in ones?|aio|multifonctions?|multifuncion\w*)\b|multifunktion/,
  ],
  ['scanners', /scan|escaner|numeris|digitaliz/],
  [
    'business-solutions',
    /\b(business|solutions?|production|large format|wide format|copiers?|kopierer|kopiersysteme?|copieurs?|copiadoras?|plotters?|traceurs?|grand format|gran formato|enterprise|office systems?|managed print)\b|grossformat|losungen/,
  ],
  ['printers', /print|druck|imprim|impres|laser|ink ?jet|jet d encre|tintenstrahl|inyeccion/],
]
/** "Tintenstrahldrucker" and "Imprimantes jet d'encre" print with ink and are no ink. */
const PRINTERS_BY_INK =
  /tintenstrahl|jet d encre|chorro de tinta|inyeccion de tinta|\b(ink|inkjet|toner|label|labels|etiketten|etiquettes|etiquetas|ribbon|paper|tank|tinten)\b.*(printer|drucker|imprimante|impresora)|\b(ink|inkjet|tinten?) (mfps?|mfds?|multifun[ck]tion\w*)$|etikettendrucker|tintendrucker|imprimantes?.*(encre|etiquettes)|impresoras?.*(tinta|etiquetas)/
/** "Drucker/Tinte" stands beside "Drucker/Laser", and not beside toner; so does "Hardware > Drucker > Tinte". */
const PRINTERS_AND_INK =
  /(^|\b(hardware|gerate|materiel|equipo) )(drucker|printers?|imprimantes?|impresoras?|mfps?|mfds?|multifun[ck]tion\w*) (tinte|ink|inkt|encre|tinta)$/
const SUPPLY_OF_PRINTER =
  /(printer|drucker|imprimantes?|impresoras?) (suppl\w*|ink\w*|cartridges?|toners?|paper|ribbons?|zubehor)|for (\w+ )?printers?$|pour imprimantes?|para impresoras?|fur (\w+)?drucker/

/**
 * The category that a supplier's word for a group of products means, or null. Of a path such as "Hardware > Printers" the
 * last part that means something counts.
 * @param known the categories that the shop has
 */
export function suggestCategory(value: string, known: readonly string[]): string | null {
  const slug = value
    .toLowerCase()
    .trim()
    .replaceAll(/[\s_]+/g, '-')
  if (known.includes(slug)) return slug
  if (known.includes('printers') && PRINTERS_AND_INK.test(wordsOf(value))) return 'printers'
  const parts = value.split(/[>»/\\|]|::/u).reverse()
  for (const part of [...parts, value]) {
    const words = wordsOf(part)
    const found = WORDS.find(([category, pattern]) => {
      if (!known.includes(category) || !pattern.test(words)) return false
      return category !== 'supplies' || !PRINTERS_BY_INK.test(words) || SUPPLY_OF_PRINTER.test(words)
    })
    if (found !== undefined) return found[0]
  }
  return null
}
