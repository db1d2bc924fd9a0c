import { onFirstUse } from '#platform/concurrency/on-first-use'

/**
 * The functions of `bit-loops.ts` as instructions of WebAssembly, each a loop over two arrays of bits. They are written
 * down here, because no tool that makes them from text is worth its installation for five loops.
 */

/** How much of the arrays a loop takes at once. */
export const BYTES_AT_ONCE = 128
const VECTOR_BYTES = 16
const VECTORS = BYTES_AT_ONCE / VECTOR_BYTES

type Code = readonly number[]

// The instructions, by their names in the specification of WebAssembly.
const [LOCAL_GET, LOCAL_SET, LOCAL_TEE] = [0x20, 0x21, 0x22]
const [I32_CONST, I32_ADD, I32_LT_U, I32_WRAP_I64] = [0x41, 0x6a, 0x49, 0xa7]
const [I64_CONST, I64_POPCNT, I64_ADD, I64_SHL] = [0x42, 0x7b, 0x7c, 0x86]
const [LOOP, IF, BR_IF, RETURN, END, NO_RESULT] = [0x03, 0x04, 0x0d, 0x0f, 0x0b, 0x40]
const V128 = {
  load: [0xfd, 0],
  store: [0xfd, 11],
  and: [0xfd, 78],
  andnot: [0xfd, 79],
  or: [0xfd, 80],
  xor: [0xfd, 81],
  anyTrue: [0xfd, 83],
  extractLane: [0xfd, 29],
} as const satisfies Readonly<Record<string, Code>>
const TYPES = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const

/** The parameters of each function: where two arrays are, and where the first ends, in bytes. */
const [A, B, END_OF_A] = [0, 1, 2]
/** What `countShared` keeps: numbers, and vectors of bits. */
const [SUM, ONES, TWOS, FOURS, EIGHTS, TWO, OTHER_TWO, FOUR, OTHER_FOUR, THIRD, EITHER] = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
]
const VECTORS_KEPT = 10

/** One piece of code out of several, and of single instructions and numbers. */
const codeOf = (...parts: readonly (number | Code)[]): Code => parts.flat()
const get = (local: number): Code => [LOCAL_GET, local]
const set = (local: number): Code => [LOCAL_SET, local]
const moved = (place: number): Code => codeOf(get(place), I32_CONST, encoded(BYTES_AT_ONCE), I32_ADD)
const vectorOf = (array: number, i: number): Code => codeOf(get(array), V128.load, 0, i * VECTOR_BYTES)
/** What both arrays have. */
const shared = (i: number): Code => codeOf(vectorOf(A, i), vectorOf(B, i), V128.and)

function eachVector(code: (i: number) => Code): Code {
  return Array.from({ length: VECTORS }, (_, i) => code(i)).flat()
}

/** Does something with each 128 bytes of two arrays. */
function loopOver(work: Code): Code {
  return codeOf(
    codeOf(LOOP, NO_RESULT, work),
    codeOf(moved(B), set(B)),
    codeOf(moved(A), LOCAL_TEE, A, get(END_OF_A), I32_LT_U, BR_IF, 0, END),
  )
}

/**
 * Adds two vectors to a third, bit by bit: `low` keeps what is left of three ones when each two of them are taken out,
 * and `high` becomes these twos.
 */
function add(high: number, low: number, one: Code, other: Code): Code {
  return codeOf(
    codeOf(one, LOCAL_TEE, THIRD, get(low), V128.xor, set(EITHER)),
    codeOf(get(THIRD), get(low), V128.and),
    codeOf(other, LOCAL_TEE, THIRD, get(EITHER), V128.and, V128.or, set(high)),
    codeOf(get(EITHER), get(THIRD), V128.xor, set(low)),
  )
}

const bitsIn = (vector: number): Code =>
  codeOf(
    codeOf(get(vector), V128.extractLane, 0, I64_POPCNT),
    codeOf(get(vector), V128.extractLane, 1, I64_POPCNT, I64_ADD),
  )
const doubled: Code = [I64_CONST, 1, I64_SHL]

/**
 * How many bits the arrays share. Eight vectors are added up bit by bit until only the eights among them need to be
 * counted: with 100,000 bits this takes 0.47 microseconds, where counting each 64 took 0.65.
 */
const countShared = (): Code =>
  codeOf(
    loopOver(
      codeOf(
        add(TWO, ONES, shared(0), shared(1)),
        add(OTHER_TWO, ONES, shared(2), shared(3)),
        add(FOUR, TWOS, get(TWO), get(OTHER_TWO)),
        add(TWO, ONES, shared(4), shared(5)),
        add(OTHER_TWO, ONES, shared(6), shared(7)),
        add(OTHER_FOUR, TWOS, get(TWO), get(OTHER_TWO)),
        add(EIGHTS, FOURS, get(FOUR), get(OTHER_FOUR)),
        codeOf(get(SUM), bitsIn(EIGHTS), I64_ADD, set(SUM)),
      ),
    ),
    codeOf(get(SUM), doubled, bitsIn(FOURS), I64_ADD),
    codeOf(doubled, bitsIn(TWOS), I64_ADD),
    codeOf(doubled, bitsIn(ONES), I64_ADD, I32_WRAP_I64),
  )

/** 1 as soon as the arrays share a bit, otherwise 0. */
const shareAny = (): Code =>
  codeOf(
    loopOver(
      codeOf(
        eachVector((i) => (i === 0 ? shared(i) : codeOf(shared(i), V128.or))),
        codeOf(V128.anyTrue, IF, NO_RESULT, I32_CONST, 1, RETURN, END),
      ),
    ),
    codeOf(I32_CONST, 0),
  )

/** Writes what an instruction makes of both into the first. */
const combine = (instruction: Code) => (): Code => {
  const store = (i: number) => codeOf(vectorOf(A, i), vectorOf(B, i), instruction, V128.store, 0, i * VECTOR_BYTES)
  return codeOf(loopOver(eachVector((i) => codeOf(get(A), store(i)))), I32_CONST, 0)
}

/** Their code is made when the first of them is called. */
const FUNCTIONS = {
  countShared,
  shareAny,
  unite: combine(V128.or),
  intersect: combine(V128.and),
  subtract: combine(V128.andnot),
}

/** A number in the format's own encoding, seven bits in a byte. */
function encoded(value: number): Code {
  return value < 128 ? [value] : codeOf((value & 127) | 128, encoded(value >>> 7))
}

function sized(bytes: Code): Code {
  return codeOf(encoded(bytes.length), bytes)
}

function build(): Uint8Array<ArrayBuffer> {
  const text = (name: string) => sized([...Buffer.from(name)])
  const section = (id: number, ...parts: readonly (number | Code)[]) => codeOf(id, sized(codeOf(...parts)))
  const [names, bodies] = [Object.keys(FUNCTIONS), Object.values(FUNCTIONS)]
  const locals = [2, 1, TYPES.i64, VECTORS_KEPT, TYPES.v128]
  return Uint8Array.from(
    codeOf(
      [...Buffer.from('\0asm\x01\0\0\0')],
      // All functions have the same type and work in the memory that the instance is given.
      section(1, 1, 0x60, 3, TYPES.i32, TYPES.i32, TYPES.i32, 1, TYPES.i32),
      section(2, 1, text('of'), text('memory'), 0x02, 0, 1),
      section(3, names.length, ...names.map(() => 0)),
      section(7, names.length, ...names.map((name, i) => codeOf(text(name), 0, i))),
      section(10, bodies.length, ...bodies.map((body) => sized(codeOf(locals, body(), END)))),
    ),
  )
}

const built = onFirstUse(() => new WebAssembly.Module(build()))

/** Where two arrays begin, and where the first ends, in bytes. Their length is a multiple of `BYTES_AT_ONCE` above 0. */
type Loop = (a: number, b: number, endOfA: number) => number

/** The functions in a memory. `unite`, `intersect` and `subtract` put what they make in the place of the first array. */
export function loopsIn(memory: WebAssembly.Memory): Readonly<Record<keyof typeof FUNCTIONS, Loop>> {
  return new WebAssembly.Instance(built(), { of: { memory } }).exports as ReturnType<typeof loopsIn>
}
