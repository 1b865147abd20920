/**
 * Types with the types right below them: the parts of schema.org's tree that records are told by (schema.org 29.3, CC
 * BY-SA 3.0, read from schema-dts 2.1.0, Apache-2.0).
 */
const tree: Readonly<Record<string, string>> = {
  Product: "DietarySupplement Drug IndividualProduct ProductCollection ProductGroup ProductModel SomeProducts Vehicle",
  Vehicle: "BusOrCoach Car Motorcycle MotorizedBicycle",
  Article:
    "AdvertiserContentArticle NewsArticle Report SatiricalArticle ScholarlyArticle SocialMediaPosting TechArticle",
  NewsArticle:
    "AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle",
  ScholarlyArticle: "MedicalScholarlyArticle",
  SocialMediaPosting: "BlogPosting DiscussionForumPosting",
  BlogPosting: "LiveBlogPosting",
  TechArticle: "APIReference",
  Event:
    "BusinessEvent ChildrensEvent ComedyEvent ConferenceEvent CourseInstance DanceEvent DeliveryEvent EducationEvent EventSeries ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent PerformingArtsEvent PublicationEvent SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent VisualArtsEvent",
  PublicationEvent: "BroadcastEvent OnDemandEvent",
  Book: "Audiobook SequentialArt",
  SoftwareApplication: "MobileApplication OperatingSystem RuntimePlatform VideoGame WebApplication",
  Movie: "",
  Recipe: ""
}

const roots = ["Product", "Article", "Event", "Book", "SoftwareApplication", "Movie", "Recipe"] as const
export type Kind = (typeof roots)[number]

/** The kind of thing that a type is below in the tree. Undefined for types of other kinds. */
export const kindOf = (type: string): Kind | undefined => kinds.get(type)

const kinds = new Map<string, Kind>()
const place = (type: string, kind: Kind): void => {
  kinds.set(type, kind)
  for (const below of tree[type]?.split(" ") ?? []) if (below !== "") place(below, kind)
}
for (const root of roots) place(root, root)
