import type { FinderAnswers, Need } from './finder.ts'
import type { MeasuresWithin } from './measures.ts'
import { fits, type Choice, type FacetChoices } from './product-facets.ts'
import type { Exclusions, ProductFilters } from './product-query.ts'
import type { Product } from './product.ts'

/** What does a task, as a list of the catalog. */
interface Task extends Pick<ProductFilters, 'category' | 'search'> {
  readonly choices?: FacetChoices
  /** None of these. */
  readonly not?: readonly Choice[]
}

const PRINTERS = 'printers'
const PHOTO_PRINTERS = 'photo-printers'
const NO_SHEETS: readonly Choice[] = ['paper=roll', 'paper=photo']
/** What prints on rolls prints on nothing else. */
const ROLL: FacetChoices = { function: ['print'], paper: ['roll'] }
/** What is made for plans and posters; some stand beside the sets for offices. */
const PLOTTERS: Task = { category: 'business-solutions', choices: { paper: ['large'] } }

/** The lists of what is made for this, without a product of anything else. */
function tasksOf({ prints, paper }: FinderAnswers): readonly Task[] {
  switch (prints) {
    case 'documents':
      return paper === 'large'
        ? [{ category: PRINTERS, not: NO_SHEETS }, PLOTTERS]
        : [{ category: PRINTERS, not: [...NO_SHEETS, 'paper=large'] }]
    case 'photos':
      return [{ category: PHOTO_PRINTERS }]
    case 'labels':
      return [{ search: 'label printer', choices: ROLL }]
    case 'receipts':
      return [{ search: 'receipt printer', choices: ROLL }]
  }
}

/** The same, and the lists of what is made for something else but does this as well. */
function looserTasksOf(answers: FinderAnswers): readonly Task[] {
  switch (answers.prints) {
    case 'documents':
      return [{ category: PRINTERS, not: NO_SHEETS }, { category: PHOTO_PRINTERS, not: NO_SHEETS }, PLOTTERS]
    case 'photos':
      return [
        { category: PHOTO_PRINTERS },
        { category: PRINTERS, choices: { technology: ['inkjet', 'ink-tank'], color: ['yes'] }, not: NO_SHEETS },
        PLOTTERS,
      ]
    case 'labels':
    case 'receipts':
      return tasksOf(answers)
  }
}

/** Whether a product is made for what somebody prints. @param own what it can be chosen by */
export function isMadeFor(
  { category }: Pick<Product, 'category'>,
  own: readonly Choice[],
  answers: FinderAnswers,
): boolean {
  return tasksOf(answers).some(
    (task) =>
      (task.category === undefined || task.category === category) &&
      fits(own, task.choices) &&
      !task.not?.some((choice) => own.includes(choice)),
  )
}

/**
 * The lists of what is in stock and has these needs, none with a product of another list. Without `purpose` there is in
 * them what is made for something else, too.
 */
export function listsFor(answers: FinderAnswers, needs: readonly Need[]): readonly ProductFilters[] {
  const asked = Object.assign({}, ...needs.map(({ choices }) => choices)) as FacetChoices
  const measures = Object.assign({}, ...needs.map((need) => need.measures)) as MeasuresWithin
  const tasks = needs.some(({ name }) => name === 'purpose') ? tasksOf(answers) : looserTasksOf(answers)
  const able = tasks.filter(({ choices }) => choices !== ROLL || asked.paper === undefined)
  return able.map(({ choices, not, ...task }) => ({
    ...task,
    inStock: true,
    choices: { ...choices, ...asked, ...(choices?.paper !== undefined && { paper: choices.paper }) },
    measures,
    ...(not !== undefined && { except: excluding(not) }),
  }))
}

function excluding(choices: readonly Choice[]): Exclusions {
  return { brands: [], choices, words: [] }
}
