package link

import "strings"

// Checked returns a link with the given body and the right check sum. Other characters than
// those of links are left out.
func Checked(body string) string {
	body = strings.Map(func(char rune) rune {
		if strings.ContainsRune(alphabet, char) {
			return char
		}
		return -1
	}, body)
	return string(rune(version)) + checkSum(body) + body
}
