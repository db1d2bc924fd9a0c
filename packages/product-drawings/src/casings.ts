/** The five colors of the drawn machines. */
export const CASINGS = ['chalk', 'ink', 'slate', 'sand', 'cobalt'] as const
export type Casing = (typeof CASINGS)[number]

/** What a surface is made of: its tones from full light to shade, and the line around it. */
export interface Material {
  readonly lit: string
  readonly plain: string
  readonly shade: string
  readonly line: string
}

/** A casing and the darker plastic that goes with it. */
export interface Palette {
  readonly body: Material
  readonly trim: Material
  readonly dark: Material
}

/** Process colors, used only where a machine does its work, and the ink of the lines. */
export const CYAN = '#0092bd'
export const MAGENTA = '#d4156c'
export const YELLOW = '#ffd21f'
export const KEY = '#1a1916'
export const SKY = '#c4e6f1'

export const PAPER: Material = { lit: '#ffffff', plain: '#fdfcf9', shade: '#e4dfd4', line: '#2a2823' }
export const STEEL: Material = { lit: '#eef0ef', plain: '#c9cdcc', shade: '#9aa09f', line: '#2a2823' }
export const GLASS: Material = { lit: '#dceef3', plain: '#bcdbe4', shade: '#94bdc9', line: '#2a2823' }

const CHALK_BODY: Material = { lit: '#fdfcf9', plain: '#f0ede5', shade: '#cfc9bb', line: '#2a2823' }
const INK_BODY: Material = { lit: '#5a5750', plain: '#3d3b36', shade: '#262522', line: '#100f0e' }
const NIGHT: Material = { lit: '#4b4943', plain: '#33312d', shade: '#1f1e1b', line: '#100f0e' }

export const PALETTES: Readonly<Record<Casing, Palette>> = {
  chalk: {
    body: CHALK_BODY,
    trim: { lit: '#e4dfd4', plain: '#d3cdbf', shade: '#b1aa9a', line: '#2a2823' },
    dark: { lit: '#57544d', plain: '#413f3a', shade: '#2c2a27', line: '#1d1b18' },
  },
  ink: {
    body: INK_BODY,
    trim: { lit: '#7a766c', plain: '#57544d', shade: '#383630', line: '#100f0e' },
    dark: { lit: '#33312d', plain: '#24231f', shade: '#161513', line: '#0b0a09' },
  },
  slate: {
    body: { lit: '#dde4e7', plain: '#b9c5ca', shade: '#8a99a0', line: '#243034' },
    trim: { lit: '#a9b7bd', plain: '#8d9ca3', shade: '#697980', line: '#243034' },
    dark: { lit: '#566369', plain: '#3c484d', shade: '#2a3438', line: '#192226' },
  },
  sand: {
    body: { lit: '#f8eedb', plain: '#e9d9bd', shade: '#c4ad87', line: '#3a3122' },
    trim: { lit: '#d9c39c', plain: '#c2a97e', shade: '#9c8459', line: '#3a3122' },
    dark: { lit: '#6b5a40', plain: '#52442f', shade: '#392f20', line: '#241d12' },
  },
  cobalt: {
    body: { lit: '#a6c2e0', plain: '#6f98c6', shade: '#436b99', line: '#122538' },
    trim: { lit: '#dfe9f4', plain: '#b9cfe6', shade: '#86a7c9', line: '#122538' },
    dark: { lit: '#34506f', plain: '#233b56', shade: '#16293d', line: '#0c1826' },
  },
}

/** Black plastic of its own, whatever the casing: a screen's frame, a scanner's window. */
export const BLACK: Material = NIGHT

/** The color between two, `t` from 0 to 1. Both as #rrggbb. */
export function blend(from: string, to: string, t: number): string {
  const channel = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * t))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** A material in one color with light and shade derived from it, for ink, buttons and cartons. */
export function tinted(color: string): Material {
  return { lit: blend(color, '#ffffff', 0.28), plain: color, shade: blend(color, '#000000', 0.28), line: '#1a1916' }
}
