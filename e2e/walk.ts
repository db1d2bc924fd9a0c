import type { Page } from '@playwright/test'
import { axeFindings, expect } from './shop.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
const NARROWEST = { width: 320, height: 640 }

/**
 * Everything wrong with the page as it is open, each finding as a line that says where: accessibility at two widths in
 * both themes, sideways scrolling on the narrowest phone and with large letters, the way through it by Tab, movement, and
 * how it prints. One page load serves for all of it.
 */
export async function findings(page: Page): Promise<string[]> {
  const found: string[] = []
  const note = (look: string, lines: readonly string[]) => found.push(...lines.map((line) => `${look}: ${line}`))

  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await resize(page, PHONE)
  // The screen's own script may come after the shell is alive.
  await expect(page.locator('h1'), 'exactly one h1').toHaveCount(1)
  note('movement', await stillMoving(page))
  note('phone, light', await axeFindings(page))
  await page.emulateMedia({ colorScheme: 'dark' })
  note('phone, dark', await axeFindings(page, ['color-contrast']))

  found.push(...(await whatDoesNotFit(page)))

  await resize(page, DESKTOP)
  note('desktop, dark', await axeFindings(page))
  await page.emulateMedia({ colorScheme: 'light' })
  note('desktop, light', await axeFindings(page, ['color-contrast']))
  note('keyboard', await tabThrough(page))

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  note('print', await onPaper(page))
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  return found
}

/**
 * Everything that has no room on the narrowest phone, and on phones whose letters are larger. A phone is pressed with a
 * finger, for which controls are larger than for a mouse.
 */
export async function whatDoesNotFit(page: Page): Promise<string[]> {
  await resize(page, NARROWEST)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  const usual = [...(await scrollingSideways(page)), ...(await numbersInTwo(page))]
  const large = await withLetters(page, 24, tooWide)
  const largest = await withLetters(page, 32, tooWide)
  await session.detach()
  await resize(page, PHONE)
  return [
    ...usual.map((line) => `narrowest phone: ${line}`),
    ...large.map((line) => `narrowest phone, letters of 24 px: ${line}`),
    ...largest.map((line) => `narrowest phone, letters of 32 px: ${line}`),
  ]
}

/** Another window size, drawn and read from its top: what lies half below the bar that stays is no smaller for it. */
async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

/**
 * Looks at the page with the setting of the browser for the size of letters, which is 16 px unless somebody changes it:
 * widths in rem, also those of media queries, follow it.
 */
export async function withLetters<T>(page: Page, pixels: number, look: (page: Page) => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  const setLetters = (standard: number) => session.send('Page.setFontSizes', { fontSizes: { standard } })
  const inUse = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  try {
    await setLetters(pixels)
    expect(await inUse()).toBe(`${pixels}px`)
    return await look(page)
  } finally {
    await setLetters(16)
    await session.detach()
  }
}

/** What makes the page wider than the window, or a dialog wider than its frame. */
function scrollingSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog]')].flatMap((frame) => {
      const { scrollWidth, clientWidth } = frame
      if (scrollWidth <= clientWidth) return []
      const edge = frame.getBoundingClientRect().left + clientWidth
      // What scrolls or is cut in a frame of its own widens nothing around it.
      const isWithin = (element: Element): boolean => {
        const around = element.parentElement
        if (around === null || around === frame) return false
        return getComputedStyle(around).overflowX !== 'visible' || isWithin(around)
      }
      const wide = [...frame.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > edge + 0.5 && !isWithin(element),
      )
      return [
        `scrolls sideways: ${scrollWidth} px of ${clientWidth}: ${wide
          .slice(0, 6)
          .map((element) => `${element.tagName}.${element.getAttribute('class')} “${element.textContent.slice(0, 40)}”`)
          .join(' ')}`,
      ]
    }),
  )
}

/** What does not fit with large letters. */
async function tooWide(page: Page): Promise<string[]> {
  return [...(await scrollingSideways(page)), ...(await standingOut(page)), ...(await wordsInTwo(page))]
}

/** What has an edge or a ground of its own and is narrower than what is in it. */
function standingOut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*:not(.sr-only, .sr-only *)')].flatMap((element) => {
      const { overflowX, display, borderRightWidth, backgroundColor } = getComputedStyle(element)
      const isMarked = borderRightWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)'
      const out = element.scrollWidth - element.clientWidth
      if (!isMarked || out <= 1 || overflowX !== 'visible' || display === 'inline') return []
      if (!element.checkVisibility({ visibilityProperty: true })) return []
      return [`what is in ${element.tagName} "${element.innerText.slice(0, 40)}" stands out by ${out} px`]
    }),
  )
}

/** Short words that begin on one line and end on the next. Addresses break anywhere. */
function wordsInTwo(page: Page): Promise<string[]> {
  return inTwoLines(page, /(?<!\S)[a-z]{2,8}[.?!]?(?!\S)/gi, '.sr-only')
}

/** Prices and other numbers that begin on one line and end on the next; longer numbers are no counts. */
export function numbersInTwo(page: Page): Promise<string[]> {
  return inTwoLines(page, /(?<!\S)[^\w\s]*(?:\$[\d.,]+|[\d.,]{1,12})[^\w\s]*(?!\S)/g)
}

/**
 * What begins on one line and ends on the next, where the place for it is too narrow.
 * @param except what is in these is left out
 */
function inTwoLines(page: Page, pattern: RegExp, except = ':not(*)'): Promise<string[]> {
  return page.evaluate(
    ({ pattern, except }) => {
      const wrong = new Set<string>()
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        const element = text.parentElement
        if (element?.checkVisibility({ visibilityProperty: true }) !== true || element.closest(except) !== null)
          continue
        for (const { 0: found, index } of text.data.matchAll(pattern)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + found.length)
          const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
          if (lines.size > 1) wrong.add(`"${found}" of "${text.data.trim().slice(0, 40)}" is broken in two`)
        }
      }
      return [...wrong]
    },
    { pattern, except },
  )
}

/** Animations that a visitor who asked for less motion would still see. */
function stillMoving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { duration, iterations } = effect?.getComputedTiming() ?? {}
      const isShort = typeof duration === 'number' && duration <= 20 && iterations === 1
      return isShort
        ? []
        : [`${(effect as KeyframeEffect | null)?.target?.className ?? 'something'} moves for ${duration} ms`]
    }),
  )
}

/**
 * Presses Tab from the top of the page to its end: every control is reached, shows that it has the focus and is not
 * covered meanwhile; no control keeps the focus.
 */
async function tabThrough(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    window.scrollTo(0, 0)
    ;(document.activeElement as HTMLElement | null)?.blur()
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
    ].filter((control) => {
      // A list of tabs hands the focus on to the tab that is chosen; toasts come and go, and F8 leads to them.
      if (
        control.tabIndex < 0 ||
        control.matches(':disabled, [role=tablist], [aria-label^=Notifications] *') ||
        control.closest('[inert]') !== null
      )
        return false
      // One of a group of radio buttons takes the focus for all.
      if (control instanceof HTMLInputElement && control.type === 'radio' && !control.checked) return false
      return control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    })
    const waiting = new Set<Element>(controls)
    const wrong = new Set<string>()
    const nameOf = (element: Element) => {
      const words =
        element.getAttribute('aria-label') ??
        (element.textContent?.trim() || element.getAttribute('name') || element.id)
      return `${element.tagName.toLowerCase()} "${words.replaceAll(/\s+/g, ' ').slice(0, 40)}"`
    }
    /** Of the element, and of what a link that covers its card draws around that. */
    const lines = (element: Element) =>
      [null, '::after']
        .map((part) => {
          const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element, part)
          return `${outlineStyle === 'none' || outlineWidth === '0px' ? 'none' : `${outlineWidth} ${outlineColor}`} ${boxShadow}`
        })
        .join()
    /** The control and what may carry its ring: its label, its neighbors, the card around it. */
    const around = (element: Element) =>
      [
        element,
        ...(element.parentElement?.children ?? []),
        element.parentElement,
        element.closest('article, li, label, tr'),
      ].filter((each) => each !== null)
    const rings = new Map(controls.map((control) => [control as Element, around(control).map((each) => lines(each))]))
    const look = () => {
      for (const animation of document.getAnimations()) animation.finish()
      const focused = document.activeElement
      if (focused === null || focused === document.body || !waiting.delete(focused)) return
      const before = rings.get(focused) ?? []
      if (around(focused).every((each, index) => lines(each) === before[index]))
        wrong.add(`no focus ring on ${nameOf(focused)}`)
      const { left, top, right, bottom, width, height } = focused.getBoundingClientRect()
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + Math.min(8, width / 2), top + Math.min(8, height / 2)],
        [right - Math.min(8, width / 2), bottom - Math.min(8, height / 2)],
      ] as const
      const isSeen = points.some(([x, y]) => {
        const there = document.elementFromPoint(x, y)
        return (
          there !== null &&
          (focused.contains(there) || there.contains(focused) || (there.closest('label')?.contains(focused) ?? false))
        )
      })
      if (!isSeen && width > 1) wrong.add(`${nameOf(focused)} is covered while it has the focus`)
    }
    // When the key comes up again, the focus has moved and the page has scrolled.
    window.addEventListener('keyup', look, true)
    const end = () => {
      window.removeEventListener('keyup', look, true)
      // A row that somebody else has removed meanwhile has nothing to reach.
      const left = [...waiting].filter((element) => element.isConnected)
      return [...wrong, ...left.map((element) => `Tab never reaches ${nameOf(element)}`)]
    }
    Object.assign(window, { walk: { left: () => waiting.size, end } })
    return controls.length
  })
  const left = () => page.evaluate(() => (window as unknown as { walk: { left(): number } }).walk.left())
  // A few more than there are: what a control opens while it has the focus comes in between.
  await pressTab(page, count)
  for (let more = 0; more < 3 && (await left()) > 0; more += 1) await pressTab(page, 4)
  return page.evaluate(() => (window as unknown as { walk: { end(): string[] } }).walk.end())
}

/** Presses Tab so many times, twenty at a time in the order of their events: to wait for each took twice as long. */
async function pressTab(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  for (let pressed = 0; pressed < times; pressed += 20) {
    const presses = Array.from({ length: Math.min(20, times - pressed) }, () =>
      (['rawKeyDown', 'keyUp'] as const).map((type) => session.send('Input.dispatchKeyEvent', { type, ...tab })),
    )
    await Promise.all(presses.flat())
  }
  await session.detach()
}

/** What paper would not carry: the shop's frame, words too pale for it, answers left folded. */
function onPaper(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = []
    for (const frame of [
      'body header',
      'body footer',
      '[data-consent-banner]',
      '[role=region][aria-label^=Notifications]',
      'nav[aria-label="On this page"]',
    ]) {
      for (const each of document.querySelectorAll<HTMLElement>(frame)) {
        if (each.closest('main header, main footer') === null && each.checkVisibility())
          wrong.push(`${frame} is printed`)
      }
    }
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const brightness = (color: string) => {
      if (canvas === null) return 0
      canvas.fillStyle = '#fff'
      canvas.fillRect(0, 0, 1, 1)
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
    }
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const pale = new Set<string>()
    while (words.nextNode() !== null) {
      const text = words.currentNode.textContent?.trim() ?? ''
      const element = words.currentNode.parentElement
      if (
        text === '' ||
        element === null ||
        element.closest('script, style, noscript, .sr-only, svg, :disabled, option') !== null ||
        !element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })
      )
        continue
      if (1.05 / (brightness(getComputedStyle(element).color) + 0.05) < 4.5) pale.add(text.slice(0, 40))
    }
    wrong.push(...[...pale].map((text) => `too pale for paper: "${text}"`))
    for (const details of document.querySelectorAll('main details:not([data-print=hide])')) {
      const inside = [...details.children].find((child) => child.tagName !== 'SUMMARY')
      if (inside !== undefined && details.checkVisibility() && inside.getBoundingClientRect().height === 0)
        wrong.push(`stays folded: "${details.querySelector('summary')?.textContent?.slice(0, 40)}"`)
    }
    for (const timer of document.querySelectorAll('main [role=timer]'))
      if (timer.checkVisibility()) wrong.push(`a time that runs is printed: "${timer.parentElement?.textContent}"`)
    if (brightness(getComputedStyle(document.documentElement).backgroundColor) < 0.99)
      wrong.push('the paper is not white')
    return wrong
  })
}
