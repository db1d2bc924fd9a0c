/** A review as it is written. */
export interface ReviewForm {
  /** 1 to 5; null or '' while no star was chosen. */
  rating: number | string | null
  customerTitle: string
  comment: string
}
