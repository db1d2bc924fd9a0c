/** A review as it is written. */
export interface ReviewForm {
  /** 1 to 5, as radio buttons have it; '' or null while no star was chosen. */
  rating: string | null
  customerTitle: string
  comment: string
}
