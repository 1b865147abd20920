/** Pages whose bytes matter, stored as base64 since a source file is UTF-8. */

/** Japanese in Shift_JIS, declared only by its meta element. */
export const shiftJis = Buffer.from(
  "PCFET0NUWVBFIGh0bWw+PGh0bWwgbGFuZz0iamEiPjxoZWFkPjxtZXRhIGNoYXJzZXQ9IlNoaWZ0X0pJUyI+PHRpdGxlPpOMi56CzI33IHwgid" +
    "SCvoLmgug8L3RpdGxlPjxtZXRhIG5hbWU9ImRlc2NyaXB0aW9uIiBjb250ZW50PSKTjIuegsyN94LMjKmCsoLrgsmCwoKigsQiPjwvaGVhZD4K" +
    "PGJvZHk+PG5hdj48YSBocmVmPSIvIj6DeoFbg4A8L2E+PC9uYXY+PG1haW4+PGFydGljbGU+PGgxPpOMi56CzI33PC9oMT48cD6OT4yOgsyPSY" +
    "LtguiCyYLIgumCxoFBk4yLnoLMkOyJiIKigsyTuYLNjfeCzInUgsWCooLBgs+CooLJgsiC6ILcgreBQpKpgsyRgYKijp6K1ILJleCCrYLGgUGQ" +
    "bILgj62CyIKtgUGQw4KpgsmJ1ILwinmCtYLegrGCxoKqgsWCq4LcgreBQjwvcD48cD6Q55K5g5aVo4Lij+OW7Iz2iYCCzZPBgsmXTJa8gsWCt4" +
    "KqgUGPrIKzgsiQX47QgsyLq5PggsmC4IypjpaCyJbYgqqCoILogtyCt4FCkm6Ms4LMkGyCyZW3gqKCxILdgumCxoFBis+M9YjEk+CCyYLNjdqC" +
    "wYLEgqKCyIKij+qPioLwi7OCpoLEgq2C6oLpgsWCtYLlgqSBQjwvcD48L2FydGljbGU+PC9tYWluPjxmb290ZXI+idSCvoLmgug8L2Zvb3Rlcj" +
    "48L2JvZHk+PC9odG1sPg==",
  "base64"
)

/** Russian in windows-1251, declared by an http-equiv meta. */
export const windows1251 = Buffer.from(
  "PCFET0NUWVBFIGh0bWw+PGh0bWwgbGFuZz0icnUiPjxoZWFkPjxtZXRhIGh0dHAtZXF1aXY9IkNvbnRlbnQtVHlwZSIgY29udGVudD0idGV4dC" +
    "9odG1sOyBjaGFyc2V0PXdpbmRvd3MtMTI1MSI+PHRpdGxlPsrg6iDw4PHy8/Ig4eXwuOf7PC90aXRsZT48L2hlYWQ+PGJvZHk+PGFydGljbGU+" +
    "PGgxPsrg6iDw4PHy8/Ig4eXwuOf7PC9oMT48cD7B5fC45+Ag8ODx8rjyIOH78fLw7jog5+Ag7+Xw4vvlIOTl8f/y/CDr5fIg5OXw5eLuIO/u5O" +
    "3o7ODl8vH/IO3gIO//8vwg7OXy8O7iLCDl8evoIOXs8yD14uDy4OXyIPHi5fLgIOgg4u7k+y4gyu7w7egg8ODx9e7k//Lx/yD46PDu6u4sIO3u" +
    "IO3l4+vz4e7q7i48L3A+PC9hcnRpY2xlPjwvYm9keT48L2h0bWw+",
  "base64"
)
