const HEADER = 'sku,name,brand,price,stockQuantity'

/** New, changed, unchanged, repeated, short and invalid rows of the brand Mix, for a catalog that has `anOldList`. */
export function aMixedList(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    if (index % 97 === 5) return `M-${index}`
    if (index % 89 === 7) return `M-${index},Wrong,Mix,cheap,1`
    if (index % 83 === 9) return `M-${index - 1},Again,Mix,1.00,1`
    return `M-${index},Mix ${index},Mix,${(index % 400) + 1}.50,${index % 30}`
  })
  return `${HEADER}\n${lines.join('\n')}\n`
}

/** Every third product of a mixed list, half of them with another price. */
export function anOldList(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const index = row * 3
    return `M-${index},Mix ${index},Mix,${(row % 2 === 0 ? index % 400 : 7) + 1}.50,${index % 30}`
  })
  return `${HEADER}\n${lines.join('\n')}\n`
}
