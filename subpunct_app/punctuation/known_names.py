"""Names that have capitals of their own and are no other word when they are written small."""

from __future__ import annotations

# fmt: off
KNOWN = (
    "eBay", "eBPF", "edX", "fMRI", "gRPC", "iCloud", "iMac", "iMessage", "iMovie", "iOS", "iPad",
    "iPadOS", "iPhone", "iPod", "iRobot", "iTunes", "jQuery", "kHz", "kWh", "macOS", "mRNA",
    "mtDNA", "siRNA", "tRNA", "tvOS", "visionOS", "watchOS", "xAI",
    "AirPods", "AirTag", "AlexNet", "AliExpress", "AlphaFold", "AlphaGo", "AlphaZero", "ArcGIS",
    "AstraZeneca", "AutoCAD", "BigQuery", "BitTorrent", "BlackRock", "BuzzFeed", "CentOS",
    "ChatGPT", "CircleCI", "ClickHouse", "CockroachDB", "CodePen", "CoffeeScript", "CouchDB",
    "CPython", "CrowdStrike", "DataFrame", "DeepMind", "DeepSeek", "DevOps", "DiCaprio",
    "DigitalOcean", "DiMaggio", "DistilBERT", "DocuSign", "DoorDash", "DreamWorks", "DuckDB",
    "DuckDuckGo", "DynamoDB", "ExxonMobil", "FaceTime", "FastAPI", "FedEx", "FFmpeg", "FreeBSD",
    "GeForce", "GHz", "GitHub", "GitLab", "GoDaddy", "GoFundMe", "GoPro", "GraphQL",
    "HarperCollins", "HashiCorp", "HomeKit", "HomePod", "HubSpot", "ImageNet", "InfluxDB",
    "IntelliJ", "IoT", "JavaScript", "JetBlue", "JetBrains", "JPMorgan", "LaGuardia", "LastPass",
    "LeBron", "LinkedIn", "LoRaWAN", "MacArthur", "MacBook", "MacGregor", "MapReduce", "MariaDB",
    "MediaWiki", "MHz", "MoMA", "MongoDB", "MySpace", "MySQL", "NeurIPS", "NoSQL", "NumPy", "NVMe",
    "OAuth", "OnlyFans", "OpenAI", "OpenBSD", "OpenCL", "OpenCV", "OpenGL", "OpenOffice",
    "OpenShift", "OpenSSH", "OpenSSL", "OpenStack", "OpenStreetMap", "OpenTelemetry", "PagerDuty",
    "PayPal", "PeerTube", "PhD", "PlayStation", "PostgreSQL", "PowerBI", "PowerPC", "PowerPoint",
    "PowerShell", "ProPublica", "ProtonMail", "PubMed", "PyCharm", "PyCon", "PyPI", "PyPy",
    "PyTorch", "QAnon", "QuickBooks", "QuickTime", "RabbitMQ", "ResNet", "RStudio", "SaaS", "SciPy",
    "SendGrid", "SharePoint", "SketchUp", "SoftBank", "SolidWorks", "SoundCloud", "SourceForge",
    "SpaceX", "SQLite", "StarCraft", "StoryCorps", "SurveyMonkey", "TaskRabbit", "TechCrunch",
    "TEDx", "TensorFlow", "TikTok", "TiVo", "TripAdvisor", "TypeScript", "UniFi", "VirtualBox",
    "VMware", "VoIP", "WebAssembly", "WebEx", "WebGL", "WebKit", "WebRTC", "WebSocket", "WeChat",
    "WeWork", "WhatsApp", "WikiLeaks", "WireGuard", "WordPerfect", "WordPress", "YouTube",
    "YouTuber",
    "APIs", "ASICs", "ATMs", "CDs", "CEOs", "CFOs", "CPUs", "CTOs", "DJs", "DVDs", "EVs", "FAQs",
    "GIFs", "GMOs", "GPUs", "IPOs", "IQs", "ISPs", "LEDs", "LLMs", "MBAs", "MOOCs", "MRIs", "NFTs",
    "NGOs", "PCs", "PDFs", "PhDs", "PNGs", "RFCs", "SDKs", "SMEs", "SUVs", "TPUs", "TVs", "UFOs",
    "UIs", "URLs", "VCRs", "VMs", "VPNs",
    "African-American", "Afro-American", "Al-Qaeda", "Anglo-Saxon", "Asian-American",
    "Austro-Hungarian", "Coca-Cola", "Franco-Prussian", "Greco-Roman", "Harley-Davidson",
    "Hewlett-Packard", "Indo-European", "Judeo-Christian", "Mercedes-Benz", "Merriam-Webster",
    "Mexican-American", "Rolls-Royce", "Spider-Man", "T-Mobile", "Wal-Mart", "Wi-Fi", "X-Men",
    "anti-American", "anti-Semitic", "anti-Semitism", "non-English", "pan-African", "post-Soviet",
    "pre-Columbian", "sub-Saharan",
)
# fmt: on
