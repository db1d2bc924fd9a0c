import { describe, expect, test } from 'vitest'
import { expressWords } from '../../lib/express-shipping.ts'
import { faqOf } from './faq.ts'
import { faqData, searchQuestions } from './question.ts'
import { supportQuestionsOf } from './support-questions.ts'

const FAQ = faqOf(expressWords(null))

const QUESTIONS = [
  { question: 'How long does shipping take?', answer: 'Three to five business days.' },
  { question: 'Can I cancel?', answer: 'Within an hour, as long as shipping has not begun.' },
]

describe('searching questions', () => {
  test('finds words of question and answer in any case and order', () => {
    expect(searchQuestions(QUESTIONS, 'SHIPPING')).toHaveLength(2)
    expect(searchQuestions(QUESTIONS, ' hour cancel ')).toEqual([QUESTIONS[1]])
  })

  test('shows all for a blank search and none where nothing fits', () => {
    expect(searchQuestions(QUESTIONS, '  ')).toEqual(QUESTIONS)
    expect(searchQuestions(QUESTIONS, 'cancel five')).toEqual([])
  })
})

describe('the questions of the shop', () => {
  test('come in five categories of three on the FAQ page, and none is asked twice', () => {
    expect(FAQ.map(({ title, questions }) => [title, questions.length])).toEqual([
      ['Orders & Shipping', 3],
      ['Products & Compatibility', 3],
      ['Technical Support', 3],
      ['Warranty & Returns', 3],
      ['Business Solutions', 3],
    ])
    const asked = FAQ.flatMap(({ questions }) => questions.map(({ question }) => question))
    expect(new Set(asked).size).toBe(15)
  })

  test('come in three categories in the support center', () => {
    expect(supportQuestionsOf(expressWords(null)).map(({ title }) => title)).toEqual([
      'Orders & Shipping',
      'Technical Support',
      'Product Information',
    ])
  })

  test('are all in the structured data', () => {
    expect(faqData(FAQ)).toMatchObject({ '@type': 'FAQPage', mainEntity: { length: 15 } })
  })
})
